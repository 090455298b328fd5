/**
 * Writes values in the text format of Cap'n Proto (capnproto.org/language.html#constants). workerd reads its
 * configuration in that format.
 */

/** Text that appears in a configuration without quotes: `embed "file"`, the name of a constant. */
export class Verbatim {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type Value = string | number | boolean | Verbatim | readonly Value[] | { readonly [name: string]: Value };

const ESCAPED: Record<string, string> = { '"': '\\"', '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

const quoted = (text: string): string => `"${text.replace(/["\\\n\r\t]/g, (one) => ESCAPED[one] ?? one)}"`;

/** The text of a value: objects become structs, arrays become lists. */
export function capnpText(value: Value): string {
  if (value instanceof Verbatim) return value.text;
  if (typeof value === 'string') return quoted(value);
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value)) return `[${value.map(capnpText).join(',\n')}]`;
  return `(${Object.entries(value as Record<string, Value>)
    .map(([name, one]) => `${name} = ${capnpText(one)}`)
    .join(', ')})`;
}

/** Refers to the content of a file. @param file path relative to the configuration */
export const embed = (file: string): Verbatim => new Verbatim(`embed ${quoted(file)}`);
