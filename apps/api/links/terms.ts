/** The terms on which a request makes links. */
import type { AppContext } from '#api/http/context';
import type { Config } from '#api/platform/config';
import { PLAN_FEATURES, type Plan } from '#domain/plans';
import type { Settings } from '#domain/settings';
import type { Terms } from './link-request';

/** Whose links they are. */
export type Caller = { readonly accountId: string; readonly plan: Plan; readonly reservedOverride: boolean };

/** What the deployment adds: its configuration, its settings, and the origin that was asked. */
type Deployment = { readonly config: Config; readonly settings: Settings; readonly origin: string };

/** The terms of an account's plan in this deployment, at this moment. */
export function termsOf(
  { config, settings, origin }: Deployment,
  { accountId, plan, reservedOverride }: Caller,
): Terms {
  const { planPolicy, shortBaseUrl, allowPrivateDestinations } = config;
  return {
    accountId,
    reservedOverride,
    features: PLAN_FEATURES[planPolicy][plan],
    settings,
    destinations: { ownOrigins: [shortBaseUrl, origin], allowPrivate: allowPrivateDestinations },
  };
}

/** The same for a request to the API. */
export const termsFor = (c: AppContext, caller: Caller): Terms =>
  termsOf({ config: c.get('config'), settings: c.get('settings'), origin: new URL(c.req.url).origin }, caller);
