/**
 * Builds HTML. Texts are escaped by default, so that a browser never reads a visitor's or customer's text as markup.
 */

/** A text that is markup. Only `html` and `trusted` make instances. */
export class Html {
  constructor(readonly text: string) {}
}

/** Turns a constant of our own into markup without escaping. No text of a visitor or a customer may be passed. */
export const trusted = (text: string): Html => new Html(text);

/** Escapes the five characters that are special in text and in quoted attributes. Our markup quotes every attribute. */
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

type Value = Html | readonly Html[] | string | number | null;

/** Makes markup from a template. Values are escaped unless they are markup; null adds nothing. */
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
