import { html } from 'hono/html';
import type { Markup } from '../page';

/** The names of properties, other strings, and words of the languages. */
const TOKENS =
  /("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')(\s*(?::|=>))?|\b(import|from|const|new|await|for|of|if|print|echo)\b/g;

/** Marks strings, names of properties and keywords of code, for the stylesheet. */
export function highlighted(code: string): Markup {
  const parts: Markup[] = [];
  let end = 0;
  for (const match of code.matchAll(TOKENS)) {
    const [whole, text, separator = ''] = match;
    const before = code.slice(end, match.index);
    end = match.index + whole.length;
    if (text === undefined) parts.push(html`${before}<b>${whole}</b>`);
    else if (separator === '') parts.push(html`${before}${stringOf(text)}`);
    else parts.push(html`${before}<u>${text}</u>${separator}`);
  }
  return html`${parts}${code.slice(end)}`;
}

/** Marks a string: as JSON if it is a body, and with the variable of the shell that it contains. */
function stringOf(text: string): Markup {
  if (/^'[{[]/.test(text)) return html`'${highlighted(text.slice(1, -1))}'`;
  const [before = '', name, after = ''] = text.split(/(\$[A-Z_]+)/);
  return name === undefined ? html`<i>${text}</i>` : html`<i>${before}<var>${name}</var>${after}</i>`;
}
