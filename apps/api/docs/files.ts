/**
 * The files of the documentation: their names, and the function that reads them. The files are assets, not part of the
 * worker's script.
 */
import { TAGS } from '#api/http/endpoint';
import type { Env } from '#api/platform/env';
import type { PlanPolicy } from '#domain/plans';

/** The name of the OpenAPI document, which generate.ts makes. */
export const OPENAPI_FILE = 'openapi.json';
/** The name of the first page of the reference, which generate.ts makes. */
export const REFERENCE_FILE = 'reference.html';
/** The name of the page for a browser at an address that leads nowhere, which generate.ts makes. */
export const NOT_FOUND_FILE = 'not-found.html';
/** Returns the name of the guide for a plan policy. generate.ts makes one guide per policy. */
export const guideFile = (planPolicy: PlanPolicy): string => `guide-${planPolicy}.html`;

/** The chapters whose names are not those of their tags, so that links to them stay right. */
const CHAPTER_NAMES: Readonly<Record<string, string>> = { 'API key': 'account' };
/** Returns the name of the chapter with the operations of a tag. */
export const nameChapter = (tag: string): string => CHAPTER_NAMES[tag] ?? tag.toLowerCase();

/** The pages of the operator's chapter, in their order. */
export const OPERATOR_GROUPS = [
  'Accounts',
  'Upgrades',
  'Keys',
  'Links and hosts',
  'Settings',
  'Monitoring',
  'Backup and restore',
] as const;
export type OperatorGroup = (typeof OPERATOR_GROUPS)[number];
/** Returns the name of a page of the operator's chapter. */
export const operatorChapter = (group: OperatorGroup): string => `operator-${group.toLowerCase().replaceAll(' ', '-')}`;

/**
 * The further pages of the reference, by their names below /docs/reference: a chapter per tag, those of the operator's
 * chapter, and one of all errors.
 */
export const CHAPTERS: readonly string[] = [
  ...Object.keys(TAGS).map(nameChapter),
  ...OPERATOR_GROUPS.map(operatorChapter),
  'errors',
];
/** Returns the path of the page with the operations of a tag. */
export const chapterPath = (tag: string): string => `/docs/reference/${nameChapter(tag)}`;
/** Returns the path of a page of the operator's chapter. */
export const operatorPath = (group: OperatorGroup): string => `/docs/reference/${operatorChapter(group)}`;
/** Returns the name of the file of a chapter, which generate.ts makes. */
export const chapterFile = (chapter: string): string => `reference-${chapter}.html`;
/** Returns how addresses of the reference name an endpoint, by its operationId: `deleteTag` is `delete-tag`. */
export const nameEndpoint = (id: string): string => id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
/** Returns the name of the file of an endpoint's own page. @param endpoint as in the page's address */
export const endpointFile = (chapter: string, endpoint: string): string => `reference-${chapter}.${endpoint}.html`;

/** What the search finds, as a module that search.js imports. */
export const SEARCH_INDEX_FILE = 'search-index.js';
/** The QR code of the guide's example. */
export const QR_FILE = 'qr.svg';
/** The files that the pages load, by their names below /docs. Most are in the folder reference/static. */
export const LOADED_FILES: readonly string[] = [
  'tokens.css',
  'style.css',
  'script.js',
  'theme.js',
  'search.js',
  SEARCH_INDEX_FILE,
  'icon.svg',
  QR_FILE,
  'heading.woff2',
];

/** The origins in the generated pages. The worker replaces them with those of its deployment. */
export const EXAMPLE_API = 'https://api.example.com';
export const EXAMPLE_SHORT = 'https://s.example.com';
/**
 * The link to the console, in the header and the foot. The worker puts the console's origin into it, or removes it if
 * there is no console.
 */
export const CONSOLE_LINK = '<a class="console" href="https://console.example.com/console">Console</a>';
/** The link to the operator. The worker puts the deployment's contact into it, or removes it if there is none. */
export const EXAMPLE_CONTACT = 'https://contact.example.com';
export const CONTACT_LINK = `<a class="contact" href="${EXAMPLE_CONTACT}">Contact</a>`;
/** The console's form that chooses light or dark. Its path is the only one to which a page may send anything. */
export const THEME_FORM = /<form class="theme".*?<\/form>/s;
export const EXAMPLE_CONSOLE = 'https://console.example.com';

/** Reads a file of the documentation; null if there is no such file. */
export async function findDocumentationFile(env: Env, name: string): Promise<Response | null> {
  const response = await env.ASSETS.fetch(`https://documentation/${name}`);
  return response.ok ? response : null;
}

/** Reads a file of the documentation. @throws Error if there is no such file */
export async function documentationFile(env: Env, name: string): Promise<Response> {
  const response = await findDocumentationFile(env, name);
  if (response === null) throw new Error(`The documentation has no ${name}`);
  return response;
}
