/** The form that edits a link: from what was typed to the body of PATCH /v2/links/:shortCode. What is typed counts. */
import { readLinkEdit } from '#api/links/link-edit';
import type { LinkPolicy } from '#api/links/link-request';
import type { Link } from '#domain/link';
import { digestOf } from '#secrets/digest';
import type { Fields, Wrong } from './forms/form';
import { bodyOf, refusedFields } from './link-form';

/** Names only what is to change: what stands in the form as it was stays untouched. */
export function editOf(fields: Fields, link: Link): Record<string, unknown> {
  const { url, maxClicks, expiresIn, password } = bodyOf(fields);
  return {
    ...(String(url).trim() !== link.url && { url }),
    ...(maxClicks !== link.maxClicks && { maxClicks }),
    ...(expiresIn !== null && { expiresIn }),
    ...(fields.endless && link.expiresAt !== null && { expiresIn: null }),
    ...(password !== null && { password }),
    ...(fields.open && link.password !== null && { password: null }),
  };
}

/** Everything that is wrong with an edit: what contradicts itself, and the API's own rules for each field. */
export function editErrors(fields: Fields, edit: Record<string, unknown>, policy: LinkPolicy): Wrong {
  const contradictions: Wrong = [
    ...(fields.expiresIn?.trim() && fields.endless
      ? ([['endless', 'Either a new end or none: empty the field above, or take the tick away.']] as const)
      : []),
    ...(fields.password && fields.open
      ? ([['open', 'Either a new password or none: empty the field above, or take the tick away.']] as const)
      : []),
  ];
  const named = Object.keys(edit);
  return [...contradictions, ...refusedFields(named, (field) => readLinkEdit({ [field]: edit[field] }, policy))];
}

/** What the form shows of a link, or changes of it. */
const SHOWN = ['id', 'url', 'maxClicks', 'expiresAt', 'password'] as const;
type ShownOfLink = (typeof SHOWN)[number];

const markOf = async (value: string | number | null): Promise<string> => (await digestOf(String(value))).slice(0, 10);

/** What a page showed of a link, as short marks: they tell whether each has changed since, and no more. */
export const seenOf = async (link: Link): Promise<string> =>
  (await Promise.all(SHOWN.map((name) => markOf(link[name])))).join('.');

/**
 * What of a link is no more what the page showed. The row's version would say more than that: it grows when the link is
 * spent or blocked too, which nobody typed.
 */
export async function changedSince(seen: string | undefined, link: Link): Promise<ShownOfLink[]> {
  const [then, now] = [(seen ?? '').split('.'), (await seenOf(link)).split('.')];
  return SHOWN.filter((_, index) => then[index] !== now[index]);
}

/** Whether somebody typed another destination or limit than the page showed. */
export async function hasTyped(name: 'url' | 'maxClicks', fields: Fields): Promise<boolean> {
  const typed = bodyOf(fields)[name] as string | number | null;
  const mark = await markOf(name === 'url' ? String(typed).trim() : typed);
  return mark !== (fields.seen ?? '').split('.')[SHOWN.indexOf(name)];
}
