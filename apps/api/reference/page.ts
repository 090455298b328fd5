/** Makes the HTML document of a page of the documentation. */
import { html } from 'hono/html';

export type Markup = ReturnType<typeof html>;

export type ReferencePage = {
  readonly title: string;
  /** The path of the page, one of PAGES. */
  readonly path: string;
  readonly main: Markup;
  /** Addresses of the scripts and styles that only this page has. */
  readonly scripts?: readonly string[];
  readonly styles?: readonly string[];
};

const PAGES = [
  ['/docs/guide', 'Guide'],
  ['/docs', 'Reference'],
  ['/openapi.json', 'openapi.json'],
] as const;

export const documentOf = ({
  title,
  path,
  main,
  scripts = [],
  styles = [],
}: ReferencePage): Markup => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Swiftlet</title>
<link rel="icon" href="/docs/icon.svg" type="image/svg+xml">
${['/docs/style.css', ...styles].map((address) => html`<link rel="stylesheet" href="${address}">`)}
${scripts.map((address) => html`<script src="${address}" defer></script>`)}
</head>
<body>
<a class="skip" href="#main">Skip to the page</a>
<header>
<a class="brand" href="/docs/guide"><img src="/docs/icon.svg" alt="" width="28" height="28">Swiftlet</a>
<nav aria-label="Documentation">${PAGES.map(
  ([address, label]) => html`<a href="${address}"${current(address === path)}>${label}</a>`,
)}</nav>
</header>
<main id="main">
${main}
</main>
</body>
</html>
`;

const current = (isCurrent: boolean): Markup => (isCurrent ? html` aria-current="page"` : html``);
