/** The files of the documentation: which there are, and how the worker gets at them. They are no part of its script. */
import type { Env } from '#api/platform/env';
import type { PlanPolicy } from '#domain/plans';

/** Made by generate.ts. */
export const OPENAPI_FILE = 'openapi.json';
export const REFERENCE_FILE = 'reference.html';
export const guideFile = (planPolicy: PlanPolicy): string => `guide-${planPolicy}.html`;

/** Ours, from the folder static. */
const OWN_FILES = ['style.css', 'reference.css', 'reference.js', 'icon.svg'];
/** The viewer's, from its package. */
const VIEWER_FILES = ['swagger-ui.css', 'swagger-ui-bundle.js', 'swagger-ui-bundle.js.LICENSE.txt'];
/** What the pages load, by their names below /docs. */
export const LOADED_FILES: readonly string[] = [...OWN_FILES, ...VIEWER_FILES];

/** The addresses that generated pages name; the worker puts its own in their place. */
export const EXAMPLE_API = 'https://api.example.com';
export const EXAMPLE_SHORT = 'https://s.example.com';

/** A file of the documentation. @throws Error when it was not made */
export async function documentationFile(env: Env, name: string): Promise<Response> {
  const answer = await env.ASSETS.fetch(`https://documentation/${name}`);
  if (!answer.ok) throw new Error(`The documentation has no ${name}`);
  return answer;
}
