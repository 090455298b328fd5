/**
 * An edit of one property of a link: the body of PATCH /v2/links/:shortCode that its form becomes, its errors, and
 * whether somebody else has changed the property meanwhile.
 */
import type { DetailedLink } from '#api/links/link-details';
import { EditBody } from '#api/links/link-edit';
import { type LinkPolicy, listRefusals } from '#api/links/link-request';
import { hashText } from '#secrets/digest';
import { type FieldErrors, type Fields, REPLACED } from '../forms/form';
import { FormRefused } from '../forms/handle-form';
import { type EditableName, formatValue } from './link-property';
import { EDITABLE, EDITABLE_NAMES } from './properties';

/** The body of the PATCH. It is empty if the form changes nothing. */
export function readEdit(name: EditableName, sent: Fields, link: DetailedLink, now: number): Record<string, unknown> {
  const { edit, read, value } = EDITABLE[name];
  const isSame = () => sent[name] === undefined || formatValue(read(sent, now)) === formatValue(value(link));
  const changed = edit === undefined ? (isSame() ? undefined : read(sent, now)) : edit(sent, link, now);
  return changed === undefined ? {} : { [name]: changed };
}

/** All errors of an edit: contradictions between fields, and the API's refusals of single fields. */
export const checkEdit = (
  name: EditableName,
  sent: Fields,
  edit: Record<string, unknown>,
  policy: LinkPolicy,
  now: number,
): FieldErrors => [...(EDITABLE[name].check?.(sent, now) ?? []), ...listRefusals(edit, policy, EditBody)];

/**
 * A short digest of a value. It reveals only whether the value has changed. The id distinguishes links that have had the
 * same code.
 */
const digestValue = async ({ id }: DetailedLink, value: unknown): Promise<string> =>
  (await hashText(`${id} ${formatValue(value)}`)).slice(0, 10);

/** The digests of the values that a page shows of a link. */
export type SeenValues = Readonly<Record<EditableName, string>>;

export async function digestValues(link: DetailedLink): Promise<SeenValues> {
  const seen = EDITABLE_NAMES.map(async (name) => [name, await digestValue(link, EDITABLE[name].value(link))] as const);
  return Object.fromEntries(await Promise.all(seen)) as SeenValues;
}

/**
 * Whether the field of a property has another text than its page showed. A property that is shown in words is sent only
 * after an edit.
 */
async function isEdited(name: EditableName, sent: Fields, link: DetailedLink, now: number): Promise<boolean> {
  const { read, words } = EDITABLE[name];
  return words !== undefined || (await digestValue(link, read(sent, now))) !== sent.seen;
}

/** The message if the concurrent change was undone before it could be shown. */
export const CHANGED_MEANWHILE = 'This link was changed while you were editing. Check it, and save again.';

/**
 * Refuses a form whose page showed another value of its property. Changes of other properties do not matter.
 * @throws FormRefused with the current value. A field that nobody has edited shows it
 */
export async function refuseIfChanged(
  name: EditableName,
  sent: Fields,
  link: DetailedLink,
  { now, timeZone }: { readonly now: number; readonly timeZone: string },
): Promise<void> {
  const { value, words, fill } = EDITABLE[name];
  const seen = await digestValue(link, value(link));
  if (sent.seen === seen) return;
  const text = formatValue(value(link));
  const current = shortened(words?.(link) ?? text);
  const message = `Someone set this to ${current || 'nothing'} while you were editing.`;
  if (await isEdited(name, sent, link, now))
    throw new FormRefused([[name, message]], 409, { seen, [REPLACED]: current });
  const shown = fill?.(link, timeZone) ?? { [name]: text };
  throw new FormRefused([[name, `${message} The field shows it now.`]], 409, { seen, ...shown });
}

/** The beginning of a text, for an error message. */
const shortened = (text: string): string =>
  text.length > MAX_NAMED ? `${[...text].slice(0, MAX_NAMED).join('')}…` : text;
const MAX_NAMED = 300;
