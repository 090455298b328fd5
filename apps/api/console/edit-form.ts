/**
 * The form that edits a link. It makes the body of PATCH /v2/links/:shortCode from the fields, and detects concurrent
 * changes.
 */
import { readLinkEdit } from '#api/links/link-edit';
import type { LinkPolicy } from '#api/links/link-request';
import type { Link } from '#domain/link';
import { digestOf } from '#secrets/digest';
import type { FieldErrors, Fields } from './forms/form';
import { bodyOf, refusedFields } from './link-fields';

/** The body of the PATCH. It has only the properties that differ from the link. */
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

/** All errors of an edit: contradictions between fields, and the API's refusals of single fields. */
export function editErrors(fields: Fields, edit: Record<string, unknown>, policy: LinkPolicy): FieldErrors {
  const contradictions: FieldErrors = [
    ...(fields.expiresIn?.trim() && fields.endless
      ? ([['endless', 'Choose a new end or no end: empty the field above, or untick this box.']] as const)
      : []),
    ...(fields.password && fields.open
      ? ([['open', 'Choose a new password or none: empty the field above, or untick this box.']] as const)
      : []),
  ];
  const edited = Object.keys(edit);
  return [...contradictions, ...refusedFields(edited, (field) => readLinkEdit({ [field]: edit[field] }, policy))];
}

/** The properties of a link that the form shows or changes. */
const SHOWN = ['id', 'url', 'maxClicks', 'expiresAt', 'password'] as const;
type ShownOfLink = (typeof SHOWN)[number];

const shortDigest = async (value: string | number | null): Promise<string> =>
  (await digestOf(String(value))).slice(0, 10);

/** The short digests of the properties that a page shows of a link. They reveal only whether a property has changed. */
export const seenDigests = async (link: Link): Promise<string> =>
  (await Promise.all(SHOWN.map((name) => shortDigest(link[name])))).join('.');

/**
 * The properties that have changed since the page was shown. The version of the row is not compared, because it also
 * grows when the link is spent or blocked.
 */
export async function changedSince(seen: string | undefined, link: Link): Promise<ShownOfLink[]> {
  const [then, now] = [(seen ?? '').split('.'), (await seenDigests(link)).split('.')];
  return SHOWN.filter((_, index) => then[index] !== now[index]);
}

/** Whether the form has another destination or limit than its page showed. */
export async function isEdited(name: 'url' | 'maxClicks', fields: Fields): Promise<boolean> {
  const typed = bodyOf(fields)[name] as string | number | null;
  const mark = await shortDigest(name === 'url' ? String(typed).trim() : typed);
  return mark !== (fields.seen ?? '').split('.')[SHOWN.indexOf(name)];
}
