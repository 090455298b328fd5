/**
 * The static files of the pages. Each address has a checksum of the content, so that browsers may cache the file for
 * ever.
 */
import { crc32 } from 'node:zlib';
import { ICON } from './icons';
import { SCRIPT } from './script/script';
import { STYLE } from './style/style';
import { OUTLINES } from './world/outlines';

type Asset = { readonly path: string; readonly type: string; readonly text: string; readonly address: string };

const asset = (name: string, type: string, text: string): Asset => ({
  path: `/console/assets/${name}`,
  type,
  text,
  address: `/console/assets/${name}?${crc32(text).toString(36)}`,
});

/** Without its comments and indents, which are a sixth of its compressed bytes. */
const sentScript = SCRIPT.replaceAll(/^ *(?:\/\/.*\n)?/gm, '');

export const ASSETS = {
  style: asset('console.css', 'text/css; charset=utf-8', STYLE.replaceAll('\n', '')),
  script: asset('console.js', 'text/javascript; charset=utf-8', sentScript),
  icon: asset('icon.svg', 'image/svg+xml', ICON),
  world: asset('world.svg', 'image/svg+xml', OUTLINES),
} as const;
