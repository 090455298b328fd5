/** The fields of the forms of a link. They become the body of POST /v2/shorten, and have its errors and permissions. */
import type { DetailedLink } from '#api/links/link-details';
import { ownedLink, wholeAccount } from '#api/links/link-owner';
import { type LinkPolicy, linkPolicy } from '#api/links/link-request';
import type { ReadRows } from '#api/platform/one-trip';
import { currentSettings } from '#api/platform/settings';
import type { ErrorCode } from '#domain/errors';
import { type Link, uniqueTags } from '#domain/link';
import { FEATURES, type Feature, grants, PLAN_FEATURES, PLANS, type Plan, type PlanPolicy } from '#domain/plans';
import type { Refusal } from '#domain/refusal';
import { findSwitchedOff, type Settings } from '#domain/settings';
import { type ConsoleContext, originOf } from '../context';
import type { FieldErrors, Fields } from '../forms/form';
import { decodeTags, parseTags } from '../tags/tag-choice';
import { namePlan } from '../words';
import { LIFETIMES, NEVER, OTHER, UNITS } from './forms';

/**
 * Returns the number in a field; null for an empty field. A text that is not a number becomes NaN, which every rule
 * refuses.
 */
export const parseCount = (text: string | undefined): number | null => (text?.trim() ? Number(text) : null);

/**
 * Returns a duration in seconds; null for none. A chosen lifetime precedes the amount, which a form without that choice
 * has alone. NaN stands for an unknown unit, and for an amount that was chosen and is empty.
 */
function parseLifetime({ lifetime, expiresIn, unit }: Fields): number | null {
  if (lifetime === NEVER) return null;
  if (LIFETIMES.some(([seconds]) => seconds === lifetime)) return Number(lifetime);
  const amount = parseCount(expiresIn);
  if (lifetime === OTHER && amount === null) return Number.NaN;
  const isKnown = UNITS.some(([seconds]) => seconds === unit);
  return amount === null ? null : amount * (isKnown ? Number(unit) : Number.NaN);
}

/** The error of a time that was typed although “never” is chosen. A browser may show the field beside any choice. */
export const checkExpiry = ({ lifetime, expiresIn }: Fields): FieldErrors =>
  lifetime === NEVER && expiresIn?.trim()
    ? [['expiresIn', 'You chose that it never expires. Choose Other, or empty this field.']]
    : [];

/** A host with a dot, perhaps with a port and a path: an address whose scheme was left out. */
const WITHOUT_SCHEME = /^[^\s/?#:@\\]+\.[^\s/?#:@\\]+(:\d+)?([/?#]|$)/;

/** The destination, with https:// where the scheme was left out. The API itself takes only full addresses. */
function parseDestination({ url = '' }: Fields): string {
  const text = url.trim();
  return WITHOUT_SCHEME.test(text) ? `https://${text}` : text;
}

/** The body of POST /v2/shorten for a form. An empty field becomes null, except `url`. */
export const readBody = (fields: Fields) => ({
  url: parseDestination(fields),
  alias: fields.alias?.trim() || null,
  expiresIn: parseLifetime(fields),
  maxClicks: parseCount(fields.maxClicks),
  password: fields.password || null,
  title: fields.title?.trim() || null,
  notes: parseNotes(fields),
  tags: uniqueTags([...decodeTags(fields.picked ?? ''), ...parseTags(fields.tags ?? '')]),
  externalId: fields.externalId || null,
});

/** The notes. Browsers send each line end as two characters. */
const parseNotes = ({ notes = '' }: Fields): string | null => notes.replaceAll('\r\n', '\n').trim() || null;

const FIELDS: Partial<Record<ErrorCode, string>> = {
  URL_INVALID: 'url',
  URL_OWN: 'url',
  URL_UNSAFE: 'url',
  ALIAS_TAKEN: 'alias',
  EXTERNAL_ID_TAKEN: 'externalId',
  TAGS_EXCEEDED: 'tags',
};

/** The field of a refusal by the creation itself; `form` where the refusal concerns no single field. */
export const findField = ({ code }: Refusal): string => FIELDS[code] ?? 'form';

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

/** The rules by which the signed-in account makes and edits links. They are the rules of the API. */
export async function readLinkPolicy(c: ConsoleContext): Promise<LinkPolicy> {
  const settings = await currentSettings(c.env, c.get('now'));
  const { id: accountId, plan, reservedOverride } = c.get('account');
  const deployment = { config: c.get('config'), settings, origin: originOf(c), isStrict: true };
  return linkPolicy(deployment, { accountId, plan, reservedOverride });
}

/**
 * Reads a link of the account. @param code by default that in the path
 * @throws Refusal LINK_NOT_FOUND, also for a link of another account
 */
export const findLink = (c: ConsoleContext, code = c.req.param('code') ?? '', read?: ReadRows): Promise<DetailedLink> =>
  ownedLink(c.env, wholeAccount(c.get('account').id), code, read);

/** The path of a link's page. */
export const linkPath = ({ alias, code }: Pick<Link, 'alias' | 'code'>): string => `/console/links/${alias ?? code}`;
