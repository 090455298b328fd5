/** Reads the fields of a form from a request body. */
import { readAtMost } from '#api/http/read-at-most';
import type { ConsoleContext } from '../context';
import type { Fields, Form } from './form';

/**
 * The limit of a body. It is far beyond any valid form, so that a field over its own limit gets an error beside the
 * field.
 */
const MAX_FORM_BYTES = 256 * 1024;

/**
 * Reads the fields of a form; null for a body over 256 KB. A body of another content type, and one that breaks off, has
 * no fields, and is refused because it has no token.
 * @param form the declaration, which names the fields that are sent several times; undefined if the form has none
 */
export async function readFields(c: ConsoleContext, form?: Form): Promise<Fields | null> {
  const type = c.req.header('Content-Type') ?? '';
  if (!/^application\/x-www-form-urlencoded\b/i.test(type)) return {};
  const bytes = await readAtMost(c.req.raw.body, MAX_FORM_BYTES).catch(() => new Uint8Array());
  if (bytes === null) return null;
  const sent = new URLSearchParams(new TextDecoder().decode(bytes));
  const several = Object.entries(form?.fields ?? {}).filter(([name, { kind }]) => kind === 'several' && sent.has(name));
  return {
    ...Object.fromEntries(sent),
    ...Object.fromEntries(several.map(([name]) => [name, sent.getAll(name).join(' ')])),
  };
}
