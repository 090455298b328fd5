/**
 * The static files of the pages. Each address has a checksum of the content, so that browsers may cache the file for
 * ever.
 */
import { crc32 } from 'node:zlib';
import { ICON } from './icons';
import { LINK_SCRIPT, NEW_LINK_SCRIPT, QR_SCRIPT, RIGHTS_SCRIPT, SCRIPT, SEARCH_SCRIPT } from './script/script';
import { ACTIVITY } from './style/activity';
import { CODES } from './style/codes';
import { KEYS as KEYS_STYLE } from './style/keys';
import { LINK as LINK_STYLE } from './style/link';
import { LINK_FIELDS } from './style/link-fields';
import { LIST } from './style/list';
import { NEW_LINK as NEW_LINK_STYLE } from './style/new-link';
import { PLANS } from './style/plans';
import { QR as QR_STYLE } from './style/qr';
import { SETTINGS } from './style/settings';
import { STYLE } from './style/style';
import { OUTLINES } from './world/outlines';

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

const style = (name: string, text: string): Asset => asset(name, 'text/css; charset=utf-8', text.replaceAll('\n', ''));

export const ASSETS = {
  style: style('console.css', STYLE),
  script: script('console.js', SCRIPT),
  studioStyle: style('console-qr.css', QR_STYLE),
  studioScript: script('console-qr.js', QR_SCRIPT),
  newLinkStyle: style('console-new-link.css', NEW_LINK_STYLE + LINK_FIELDS),
  newLinkScript: script('console-new-link.js', NEW_LINK_SCRIPT),
  linkStyle: style('console-link.css', LINK_STYLE + LINK_FIELDS),
  linkScript: script('console-link.js', LINK_SCRIPT),
  listStyle: style('console-list.css', LIST),
  searchScript: script('console-search.js', SEARCH_SCRIPT),
  keysStyle: style('console-keys.css', KEYS_STYLE + CODES),
  keysScript: script('console-keys.js', RIGHTS_SCRIPT),
  accountStyle: style('console-account.css', SETTINGS + PLANS + ACTIVITY),
  icon: asset('icon.svg', 'image/svg+xml', ICON),
  world: asset('world.svg', 'image/svg+xml', OUTLINES),
} as const;

/** What only some pages need: the QR studio, the form of a new link, the page of a link, the list of links, keys, the account and its plan. */
export const OWN_ASSETS = {
  studio: { style: ASSETS.studioStyle, script: ASSETS.studioScript },
  newLink: { style: ASSETS.newLinkStyle, script: ASSETS.newLinkScript },
  link: { style: ASSETS.linkStyle, script: ASSETS.linkScript },
  list: { style: ASSETS.listStyle, script: ASSETS.searchScript },
  keys: { style: ASSETS.keysStyle, script: ASSETS.keysScript },
  account: { style: ASSETS.accountStyle, script: null },
} as const;
export type OwnAssets = keyof typeof OWN_ASSETS;
