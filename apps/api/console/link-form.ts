/** The form of a link: from what was typed to the body of the API, and from its refusals back to the fields. */
import { type LinkPolicy, readLinkRequest } from '#api/links/link-request';
import type { ErrorCode } from '#domain/errors';
import { isRefused, outcomeOf } from '#domain/outcome';
import { FEATURES, type Feature, grants, PLAN_FEATURES, PLANS, type Plan, type PlanPolicy } from '#domain/plans';
import { switchedOff } from '#domain/platform-switches';
import type { Refusal } from '#domain/refusal';
import type { Settings } from '#domain/settings';
import type { Fields, Wrong } from './forms/form';

export const UNITS = [
  ['60', 'minutes'],
  ['3600', 'hours'],
  ['86400', 'days'],
] as const;
export const USUAL_UNIT = '86400';

/** A number as typed; a text that is none becomes a number that no rule lets through. */
export const numberOf = (text: string | undefined): number | null => (text?.trim() ? Number(text) : null);

/** A span of time in seconds, as typed with its unit. */
export function secondsOf({ expiresIn, unit }: Fields): number | null {
  const amount = numberOf(expiresIn);
  const isKnown = UNITS.some(([seconds]) => seconds === unit);
  return amount === null ? null : amount * (isKnown ? Number(unit) : Number.NaN);
}

/** The body of POST /v2/shorten that a form stands for. An empty field is an absent one. */
export const bodyOf = (fields: Fields): Record<string, unknown> => ({
  url: fields.url ?? '',
  alias: fields.alias?.trim() || null,
  expiresIn: secondsOf(fields),
  maxClicks: numberOf(fields.maxClicks),
  password: fields.password || null,
});

/** What a look finds wrong with each field by itself. */
export const refusedFields = (fields: readonly string[], look: (field: string) => unknown): Wrong =>
  fields.flatMap((field) => {
    const outcome = outcomeOf(() => look(field));
    return isRefused(outcome) ? [[field, outcome] as const] : [];
  });

const GOOD_URL = 'https://example.com/';

/**
 * Everything that is wrong with a body: the API's own rules, which tell the first in their order, asked for each field as
 * if it stood alone.
 */
export function linkErrors(body: Record<string, unknown>, policy: LinkPolicy): Wrong {
  const destinations = { ownOrigins: [], allowPrivate: true };
  const besides = { ...policy, destinations, settings: { ...policy.settings, shortening: true } };
  const options = (field: string) => readLinkRequest({ url: GOOD_URL, [field]: body[field] }, besides);
  return [
    ...refusedFields([policy.settings.shortening ? 'url' : 'form'], () => readLinkRequest({ url: body.url }, policy)),
    ...refusedFields(FEATURES, options),
  ];
}

const FIELDS: Partial<Record<ErrorCode, string>> = { URL_INVALID: 'url', URL_UNSAFE: 'url', ALIAS_TAKEN: 'alias' };

/** The field that a refusal is about which only the making of a link can give. */
export const fieldOf = ({ code }: Refusal): string => FIELDS[code] ?? 'form';

/** Whether an option can be used, and if not, why. */
export type Availability = { readonly isOpen: true } | { readonly isOpen: false; readonly why: string };

export type Options = Record<Feature, Availability>;

export function optionsOf(plan: Plan, policy: PlanPolicy, settings: Settings): Options {
  const availability = (feature: Feature): Availability => {
    if (switchedOff(settings, [feature]) !== null)
      return { isOpen: false, why: 'Switched off on this platform at the moment.' };
    if (grants(PLAN_FEATURES[policy][plan], feature)) return { isOpen: true };
    const from = PLANS.find((one) => grants(PLAN_FEATURES[policy][one], feature));
    return { isOpen: false, why: `On the plan ${from} and above.` };
  };
  return Object.fromEntries(FEATURES.map((feature) => [feature, availability(feature)])) as Options;
}
