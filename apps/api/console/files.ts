/**
 * The files that pages load: styles, scripts, pictures and the font of headings. They are assets beside the worker's
 * script, like those of the documentation. The build names each after its content (scripts/lib/build.mjs).
 */
import NAMES from '#console-files';

/** What only some pages load. Each is an entry in the folder `client`, or a style without a script in `styles`. */
export type OwnFiles =
  | 'overview'
  | 'qr'
  | 'new-link'
  | 'several-links'
  | 'link'
  | 'list'
  | 'statistics'
  | 'tag'
  | 'tags'
  | 'keys'
  | 'account'
  | 'sign-in';

/** The scripts that a page needs only once somebody uses it (client/parts/late.ts). */
export const LATE: { readonly [own in OwnFiles]?: string } = {
  link: 'link',
  list: 'list-used',
  tags: 'tags',
};

const names = new Map(Object.entries(NAMES));

/** The address of a file, by its name without the hash; undefined if there is none. */
export function findAddress(name: string): string | undefined {
  const hashed = names.get(name);
  return hashed && `/console/assets/${hashed}`;
}

/**
 * The name of this version's file in place of a requested one; undefined if there is none. While an upgrade is rolled
 * out, a page of one version may ask the other one for a file.
 */
export const currentFile = (requested: string): string | undefined =>
  names.get(requested.replace(/-[A-Z0-9]{8}(?=\.\w+$)/, ''));
