/** The field that filters the rows of a page. The script shows it. */
import { html } from 'hono/html';
import type { Markup } from '../page';

/** @param unit what a row is, for the count of rows */
export const filterOf = (unit: string, words: string): Markup =>
  html`<div class="filter" data-unit="${unit}" hidden><input type="search" aria-label="Filter the ${unit}s" autocomplete="off" spellcheck="false" placeholder="${words}"><p role="status"></p></div>`;
