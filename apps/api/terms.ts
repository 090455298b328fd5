/** The terms on which a request makes links. */
import type { Plan } from '#domain/plans';
import { PLAN_FEATURES } from '#domain/plans';
import type { AppContext } from './context';
import type { Terms } from './link-request';

/** The terms of an account's plan in this deployment, at this moment. */
export function termsFor(c: AppContext, { accountId, plan }: { accountId: string; plan: Plan }): Terms {
  const { planPolicy, shortBaseUrl, allowPrivateDestinations } = c.get('config');
  return {
    accountId,
    features: PLAN_FEATURES[planPolicy][plan],
    settings: c.get('settings'),
    destinations: { ownOrigins: [shortBaseUrl, new URL(c.req.url).origin], allowPrivate: allowPrivateDestinations },
  };
}
