/** Shows the Markdown of descriptions: paragraphs, lists, code, bold texts and links. */
import { html } from 'hono/html';
import type { Markup } from '../page';

const INLINE = /`([^`]+)`|\*\*(.+?)\*\*|\[([^\]]+)\]\(([^)]+)\)/g;

/**
 * Shows a line of Markdown.
 * @param anchors the ids of the fields that the page describes, by name. Code that begins with such a name links there
 */
export function inline(text: string, anchors: ReadonlyMap<string, string> = new Map()): Markup {
  const parts: Markup[] = [];
  let end = 0;
  for (const match of text.matchAll(INLINE)) {
    const [whole, code, bold, label, address] = match;
    const before = text.slice(end, match.index);
    end = match.index + whole.length;
    const anchor = anchors.get(code?.split('=', 1)[0] ?? '');
    if (anchor !== undefined) parts.push(html`${before}<a href="#${anchor}"><code>${code}</code></a>`);
    else if (code !== undefined) parts.push(html`${before}<code>${code}</code>`);
    else if (bold !== undefined) parts.push(html`${before}<strong>${bold}</strong>`);
    else parts.push(html`${before}<a href="${address}">${label}</a>`);
  }
  return html`${parts}${text.slice(end)}`;
}

/**
 * Shows the paragraphs, lists, tables and warnings of a text. Each line of a list begins with a hyphen, or with a number,
 * and a warning with `>`.
 */
export const paragraphs = (text: string, anchors?: ReadonlyMap<string, string>): Markup =>
  html`${text.split('\n\n').map((block) => {
    if (block.startsWith('|')) return table(block);
    const lines = block.split('\n').map((line) => html`<li>${inline(line.replace(/^(?:-|\d+\.) /, ''), anchors)}</li>`);
    if (block.startsWith('> ')) return caution(block.slice(2), anchors);
    if (block.startsWith('- ')) return html`<ul class="rules">${lines}</ul>`;
    if (block.startsWith('1. ')) return html`<ol class="rules">${lines}</ol>`;
    return html`<p>${inline(block, anchors)}</p>`;
  })}`;

/** Shows a warning, whose first words are bold. */
function caution(text: string, anchors?: ReadonlyMap<string, string>): Markup {
  const end = text.search(/[.:](?: |$)/) + 1;
  return html`<aside class="caution"><p><strong>${inline(text.slice(0, end), anchors)}</strong>${inline(text.slice(end), anchors)}</p></aside>`;
}

/** Shows a table. Its second line separates the heads from the rows. */
function table(block: string): Markup {
  const [heads = [], , ...rows] = block.split('\n').map((line) => line.split('|').slice(1, -1));
  const cells = (row: readonly string[]) => row.map((cell) => html`<td>${inline(cell.trim())}</td>`);
  return html`<table><thead><tr>${heads.map((head) => html`<th scope="col">${head.trim()}</th>`)}</tr></thead><tbody>${rows.map(
    (row) => html`<tr>${cells(row)}</tr>`,
  )}</tbody></table>`;
}
