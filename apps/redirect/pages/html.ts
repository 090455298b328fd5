/** Markup that escapes by default, so that nothing a visitor or a customer wrote is ever read as markup. */

/** Text that is markup already. Only `html` and `trusted` make it. */
export class Html {
  constructor(readonly text: string) {}
}

/** Markup from a text of our own, unescaped: never for a text from outside. */
export const trusted = (text: string): Html => new Html(text);

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes the five characters that have a meaning in text or between quotes. Every attribute here is quoted. */
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] as string);

type Value = Html | readonly Html[] | string | number | null;

/** Makes a piece of a page. Values are escaped unless they are markup; null adds nothing. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  let text = parts[0] as string;
  values.forEach((value, index) => {
    text += textOf(value) + parts[index + 1];
  });
  return new Html(text);
}

function textOf(value: Value): string {
  if (value === null) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(({ text }) => text).join('');
  return escaped(String(value));
}
