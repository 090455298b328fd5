/** The forms that edit a link: the body of PATCH /v2/links/:shortCode that their fields become, and its errors. */

import type { DetailedLink } from '#api/links/link-details';
import { readLinkEdit } from '#api/links/link-edit';
import type { LinkPolicy } from '#api/links/link-request';
import { tagKeyOf } from '#domain/link-details';
import type { FieldErrors, Fields } from './forms/form';
import { bodyOf, expiryErrors, refusedFields } from './link-fields';
import { NEVER } from './units';

/** The body of the PATCH. It has only the properties that the form has, and that differ from the link. */
export function editOf(fields: Fields, link: DetailedLink): Record<string, unknown> {
  const { url, maxClicks, expiresIn, password, title, notes, tags, externalId } = bodyOf(fields);
  const { details } = link;
  const has = (name: string) => fields[name] !== undefined;
  return {
    ...(has('url') && url !== link.url && { url }),
    ...(has('maxClicks') && maxClicks !== link.maxClicks && { maxClicks }),
    ...(expiresIn !== null && { expiresIn }),
    ...(fields.lifetime === NEVER && link.expiresAt !== null && { expiresIn: null }),
    ...(password !== null && { password }),
    ...(fields.open && link.password !== null && { password: null }),
    ...(has('title') && title !== details.title && { title }),
    ...(has('notes') && notes !== details.notes && { notes }),
    ...(has('tags') && keysOf(tags) !== keysOf(details.tags) && { tags }),
    ...(has('externalId') && externalId !== details.externalId && { externalId }),
  };
}

/** The tags as they are compared. Another spelling of the same tag is no change. */
const keysOf = (tags: readonly string[]): string => JSON.stringify(tags.map(tagKeyOf));

/** All errors of an edit: contradictions between fields, and the API's refusals of single fields. */
export function editErrors(fields: Fields, edit: Record<string, unknown>, policy: LinkPolicy): FieldErrors {
  const contradictions: FieldErrors = [
    ...expiryErrors(fields),
    ...(fields.password && fields.open
      ? ([['open', 'Choose a new password or none: empty the field above, or untick this box.']] as const)
      : []),
  ];
  const edited = Object.keys(edit);
  return [...contradictions, ...refusedFields(edited, (field) => readLinkEdit({ [field]: edit[field] }, policy))];
}
