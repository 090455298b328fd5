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
 * Shows the paragraphs, the lists and the warnings of a text. Each line of a list begins with a hyphen, or with a number,
 * and a warning with `>`.
 */
export const paragraphs = (text: string, anchors?: ReadonlyMap<string, string>): Markup =>
  html`${text.split('\n\n').map((block) => {
    const lines = block.split('\n').map((line) => html`<li>${inline(line.replace(/^(?:-|\d+\.) /, ''), anchors)}</li>`);
    if (block.startsWith('> ')) return html`<aside class="caution"><p>${inline(block.slice(2), anchors)}</p></aside>`;
    if (block.startsWith('- ')) return html`<ul class="rules">${lines}</ul>`;
    if (block.startsWith('1. ')) return html`<ol class="rules">${lines}</ol>`;
    return html`<p>${inline(block, anchors)}</p>`;
  })}`;
