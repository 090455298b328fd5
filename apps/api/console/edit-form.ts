/** The form that edits a link: from what was typed to the body of PATCH /v2/links/:shortCode. */
import type { Link } from '#domain/link';
import type { Fields } from './form';
import { bodyOf } from './link-form';

/** What may become of an option that the form cannot show: the end, which moves, and the password, which nobody knows. */
export const KEEP = 'keep';
export const REMOVE = 'remove';
export const SET = 'set';

/** Names only what is to change: what stands in the form as it was stays untouched. */
export function editOf(fields: Fields, link: Link): Record<string, unknown> {
  const typed = bodyOf(fields);
  const chosen = (choice: string | undefined, value: unknown) =>
    choice === SET ? { value } : choice === REMOVE ? { value: null } : null;
  const expiry = chosen(fields.expiry, typed.expiresIn ?? Number.NaN);
  const password = chosen(fields.secret, typed.password ?? '');
  return {
    ...(String(typed.url).trim() !== link.url && { url: typed.url }),
    ...(typed.maxClicks !== link.maxClicks && { maxClicks: typed.maxClicks }),
    ...(expiry !== null && { expiresIn: expiry.value }),
    ...(password !== null && { password: password.value }),
  };
}
