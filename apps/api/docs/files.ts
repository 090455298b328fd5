/**
 * The files of the documentation: their names, and the function that reads them. The files are assets, not part of the
 * worker's script.
 */
import type { Env } from '#api/platform/env';
import type { PlanPolicy } from '#domain/plans';

/** The name of the OpenAPI document, which generate.ts makes. */
export const OPENAPI_FILE = 'openapi.json';
/** The name of the reference, which generate.ts makes. */
export const REFERENCE_FILE = 'reference.html';
/** Returns the name of the guide for a plan policy. generate.ts makes one guide per policy. */
export const guideFile = (planPolicy: PlanPolicy): string => `guide-${planPolicy}.html`;

/** Our own files, from the folder reference/static. */
const OWN_FILES = ['style.css', 'reference.css', 'reference.js', 'icon.svg'];
/** The files of Swagger UI, from its package. */
const VIEWER_FILES = ['swagger-ui.css', 'swagger-ui-bundle.js', 'swagger-ui-bundle.js.LICENSE.txt'];
/** The files that the pages load, by their names below /docs. */
export const LOADED_FILES: readonly string[] = [...OWN_FILES, ...VIEWER_FILES];

/** The font of headings. The console serves it, from its folder fonts. */
export const HEADING_FONT = 'heading.woff2';

/** The origins in the generated pages. The worker replaces them with those of its deployment. */
export const EXAMPLE_API = 'https://api.example.com';
export const EXAMPLE_SHORT = 'https://s.example.com';

/** Reads a file of the documentation. @throws Error if there is no such file */
export async function documentationFile(env: Env, name: string): Promise<Response> {
  const response = await env.ASSETS.fetch(`https://documentation/${name}`);
  if (!response.ok) throw new Error(`The documentation has no ${name}`);
  return response;
}
