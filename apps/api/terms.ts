/** The terms on which a request makes links. */
import { PLAN_FEATURES, type Plan } from '#domain/plans';
import type { AppContext } from './context';
import type { Terms } from './link-request';

type Caller = { readonly accountId: string; readonly plan: Plan; readonly reservedOverride: boolean };

/** The terms of an account's plan in this deployment, at this moment. */
export function termsFor(c: AppContext, { accountId, plan, reservedOverride }: Caller): Terms {
  const { planPolicy, shortBaseUrl, allowPrivateDestinations } = c.get('config');
  return {
    accountId,
    reservedOverride,
    features: PLAN_FEATURES[planPolicy][plan],
    settings: c.get('settings'),
    destinations: { ownOrigins: [shortBaseUrl, new URL(c.req.url).origin], allowPrivate: allowPrivateDestinations },
  };
}
