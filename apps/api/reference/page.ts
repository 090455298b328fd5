/** Makes the HTML document of a page of the documentation. */
import { html, raw } from 'hono/html';
import { CONSOLE_LINK, chapterPath } from '#api/docs/files';
import { TAGS } from '#api/http/endpoint';

export type Markup = ReturnType<typeof html>;

export type ReferencePage = {
  readonly title: string;
  /** The path of the page. */
  readonly path: string;
  /** The sections of the page, for its table of contents. */
  readonly contents: readonly { readonly id: string; readonly title: string }[];
  readonly main: Markup;
};

/** The chapter of the operator, which stands apart from those of developers. */
export const OPERATOR = 'Operator';

type Group = { readonly title: string; readonly pages: readonly (readonly [path: string, label: string])[] };

/** The pages, in the order of the navigation. */
const GROUPS: readonly Group[] = [
  { title: 'Begin', pages: [['/docs/guide', 'Guide']] },
  {
    title: 'Reference',
    pages: [
      ['/docs', 'Overview'],
      ...Object.keys(TAGS)
        .filter((tag) => tag !== OPERATOR)
        .map((tag) => [chapterPath(tag), tag] as const),
      ['/docs/reference/errors', 'Errors'],
    ],
  },
  { title: 'Running it', pages: [[chapterPath(OPERATOR), 'For operators']] },
];

export const documentOf = ({ title, path, contents, main }: ReferencePage): Markup => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Swiftlet</title>
<link rel="icon" href="/docs/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/docs/tokens.css">
<link rel="stylesheet" href="/docs/style.css">
<script src="/docs/script.js" defer></script>
</head>
<body>
<a class="skip" href="#main">Skip to the page</a>
<header>
<a class="brand" href="/docs/guide"><img src="/docs/icon.svg" alt="" width="28" height="28">Swiftlet</a>
<p>${raw(CONSOLE_LINK)}</p>
</header>
<nav class="pages" aria-label="Documentation">
<ul>${GROUPS.map(
  ({ title: group, pages }) =>
    html`${pages.map(
      ([address, label], index) =>
        html`<li${index === 0 ? html` class="group"` : ''}>${index === 0 ? html`<b>${group}</b>` : ''}${pageLink(address, label, { path, contents })}</li>`,
    )}`,
)}</ul>
</nav>
<main id="main">
${main}
</main>
</body>
</html>
`;

/** Links to a page. The link to the shown page has its table of contents. */
const pageLink = (
  address: string,
  label: string,
  { path, contents }: Pick<ReferencePage, 'path' | 'contents'>,
): Markup =>
  address === path
    ? html`<a href="${address}" aria-current="page">${label}</a>${
        contents.length > 0
          ? html`<ul>${contents.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}</ul>`
          : ''
      }`
    : html`<a href="${address}">${label}</a>`;
