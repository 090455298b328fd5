/**
 * The static files of the pages. Each address has a checksum of the content, so that browsers may cache the file for
 * ever.
 */
import { crc32 } from 'node:zlib';
import {
  LINK_SCRIPT,
  NEW_LINK_SCRIPT,
  OVERVIEW_SCRIPT,
  PASSKEYS_SCRIPT,
  QR_SCRIPT,
  RIGHTS_SCRIPT,
  SCRIPT,
  SEARCH_SCRIPT,
} from './script/script';

type Asset = { readonly path: string; readonly type: string; readonly text: string; readonly address: string };

const asset = (name: string, type: string, text: string): Asset => ({
  path: `/console/assets/${name}`,
  type,
  text,
  address: `/console/assets/${name}?${crc32(text).toString(36)}`,
});

/** A script without its comments and indents, which are a sixth of its compressed bytes. */
const script = (name: string, text: string): Asset =>
  asset(name, 'text/javascript; charset=utf-8', text.replaceAll(/^ *(?:\/\/.*\n)?/gm, ''));

export const ASSETS = {
  script: script('console.js', SCRIPT),
  overviewScript: script('console-overview.js', OVERVIEW_SCRIPT),
  studioScript: script('console-qr.js', QR_SCRIPT),
  newLinkScript: script('console-new-link.js', NEW_LINK_SCRIPT),
  linkScript: script('console-link.js', LINK_SCRIPT),
  searchScript: script('console-search.js', SEARCH_SCRIPT),
  keysScript: script('console-keys.js', RIGHTS_SCRIPT),
  passkeysScript: script('console-passkeys.js', PASSKEYS_SCRIPT),
} as const;

/** What only some pages need: the overview, the QR studio, the form of a new link, the page of a link, the lists of links and of tags, keys, the account and its plan, the pages for signing in. */
export const OWN_SCRIPTS = {
  overview: ASSETS.overviewScript,
  qr: ASSETS.studioScript,
  'new-link': ASSETS.newLinkScript,
  link: ASSETS.linkScript,
  list: ASSETS.searchScript,
  keys: ASSETS.keysScript,
  account: ASSETS.passkeysScript,
  'sign-in': ASSETS.passkeysScript,
} as const;
export type OwnFiles = keyof typeof OWN_SCRIPTS;
