/** The links of the signed-in account: how one is found, and the rules and options by which the account makes them. */
import type { DetailedLink } from '#api/links/link-details';
import { ownedLink, wholeAccount } from '#api/links/link-owner';
import { type LinkPolicy, linkPolicy } from '#api/links/link-request';
import type { ReadRows } from '#api/platform/one-trip';
import { currentSettings } from '#api/platform/settings';
import type { Link } from '#domain/link';
import { FEATURES, type Feature, grants, PLAN_FEATURES, PLANS, type Plan, type PlanPolicy } from '#domain/plans';
import { findSwitchedOff, type Settings } from '#domain/settings';
import { type ConsoleContext, readOrigin } from '../context';
import { namePlan } from '../words';

/** Whether an option can be used, and the reason where it cannot. */
export type Availability =
  | { readonly isAvailable: true }
  | {
      readonly isAvailable: false;
      readonly reason: string;
      /** The part of the reason that names a plan. */
      readonly plan?: string;
    };

export type Options = Record<Feature, Availability>;

/** The availability of each option on a plan, by the policy and the operator's switches. */
export function listOptions(plan: Plan, policy: PlanPolicy, settings: Settings): Options {
  const availability = (feature: Feature): Availability => {
    if (findSwitchedOff(settings, [feature]) !== null)
      return { isAvailable: false, reason: 'Switched off on this platform at the moment.' };
    if (grants(PLAN_FEATURES[policy][plan], feature)) return { isAvailable: true };
    const from = PLANS.find((one) => grants(PLAN_FEATURES[policy][one], feature));
    if (from === undefined) return { isAvailable: false, reason: 'No plan has it.' };
    const name = namePlan(from);
    return { isAvailable: false, reason: `Available on ${name} and above.`, plan: name };
  };
  return Object.fromEntries(FEATURES.map((feature) => [feature, availability(feature)])) as Options;
}

/** Whether the account can use a property. Only options depend on its plan. */
export const isAvailable = (options: Options, name: string): boolean =>
  FEATURES.every((feature) => feature !== name || options[feature].isAvailable);

/** The rules by which the signed-in account makes and edits links. They are the rules of the API. */
export async function readLinkPolicy(c: ConsoleContext): Promise<LinkPolicy> {
  const settings = await currentSettings(c.env, c.get('now'));
  const { id: accountId, plan, reservedOverride } = c.get('account');
  const deployment = { config: c.get('config'), settings, origin: readOrigin(c), isStrict: true };
  return linkPolicy(deployment, { accountId, plan, reservedOverride });
}

/**
 * Reads a link of the account.
 * @param code by default that in the path
 * @throws Refusal LINK_NOT_FOUND, also for a link of another account
 */
export const findLink = (c: ConsoleContext, code = c.req.param('code') ?? '', read?: ReadRows): Promise<DetailedLink> =>
  ownedLink(c.env, wholeAccount(c.get('account').id), code, read);

/** The path of a link's page. */
export const linkPath = ({ alias, code }: Pick<Link, 'alias' | 'code'>): string => `/console/links/${alias ?? code}`;
