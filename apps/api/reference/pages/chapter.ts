/** Makes the page of a chapter: the operations of a tag. */
import { html } from 'hono/html';
import { chapterPath } from '#api/docs/files';
import type { ReferencePage } from '../page';
import { type Description, operationsOf } from './description';
import { inline } from './markdown';
import { operationSection } from './operation';

export function chapterPage(document: Description, { name, description }: Description['tags'][number]): ReferencePage {
  const operations = operationsOf(document).filter(({ operation }) => operation.tags[0] === name);
  return {
    title: name,
    path: chapterPath(name),
    contents: operations.map(({ operation: { operationId, summary } }) => ({ id: operationId, title: summary })),
    contentsIn: 'menu',
    lead: html`<h1>${name}</h1><p>${inline(description)}</p>`,
    main: html`${operations.map((placed) => operationSection(document, placed))}`,
  };
}
