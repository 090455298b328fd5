/** The form that edits a link: the body of PATCH /v2/links/:shortCode that its fields become, and their errors. */
import { readLinkEdit } from '#api/links/link-edit';
import type { LinkPolicy } from '#api/links/link-request';
import type { Link } from '#domain/link';
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
