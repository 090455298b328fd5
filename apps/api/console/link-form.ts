/** The form of a link: from what was typed to the body of the API, and from a refusal back to the field. */
import type { ErrorCode } from '#domain/errors';
import { FEATURES, type Feature, grants, PLAN_FEATURES, PLANS, type Plan, type PlanPolicy } from '#domain/plans';
import { switchedOff } from '#domain/platform-switches';
import type { Refusal } from '#domain/refusal';
import type { Settings } from '#domain/settings';
import { type Fields, type FormErrors, wordsOf } from './form';

export const UNITS = [
  ['60', 'minutes'],
  ['3600', 'hours'],
  ['86400', 'days'],
] as const;

/** A number as typed; a text that is none becomes a number that no rule lets through. */
const numberOf = (text: string | undefined): number | null => (text?.trim() ? Number(text) : null);

/** The body of POST /v2/shorten that a form stands for. An empty field is an absent one. */
export function bodyOf(fields: Fields): Record<string, unknown> {
  const amount = numberOf(fields.expiresIn);
  const unit = UNITS.some(([seconds]) => seconds === fields.unit) ? Number(fields.unit) : 1;
  return {
    url: fields.url ?? '',
    alias: fields.alias?.trim() || null,
    expiresIn: amount === null ? null : amount * unit,
    maxClicks: numberOf(fields.maxClicks),
    password: fields.password || null,
  };
}

const FIELDS: Partial<Record<ErrorCode, string>> = {
  URL_INVALID: 'url',
  URL_UNSAFE: 'url',
  ALIAS_LENGTH: 'alias',
  ALIAS_RESERVED: 'alias',
  ALIAS_TAKEN: 'alias',
  ALIASES_DISABLED: 'alias',
  PASSWORD_LENGTH: 'password',
  PASSWORDS_DISABLED: 'password',
  EXPIRES_IN_TOO_SHORT: 'expiresIn',
  EXPIRATION_DISABLED: 'expiresIn',
  CLICK_LIMITS_DISABLED: 'maxClicks',
};

/** The API's words beside the field they are about. */
export function linkErrors(refusal: Refusal): FormErrors {
  const named = FEATURES.find((field) => refusal.code === 'FIELD_INVALID' && refusal.extras.detail?.startsWith(field));
  return { [FIELDS[refusal.code] ?? named ?? 'form']: wordsOf(refusal) };
}

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
