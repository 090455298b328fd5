// `npm run screenshots`: takes pictures of every page. lib/screenshots.mjs does the work.
import { begin } from './lib/begin.mjs';

const HELP = `npm run screenshots -- [FOLDER]

Takes pictures of every page in every state, at 390 and 1280 pixels, light and dark: those of visitors, of the console
and of the documentation. FOLDER/index.html lays them side by side. The pictures are taken by the tests of these pages,
so it also reports what axe finds. It takes some minutes, and needs Chromium.

  FOLDER      where the pictures are stored; default: dist/screenshots
  --help      shows this text

Examples:
  npm run screenshots
  npm run screenshots -- /tmp/before
`;

begin(() => import('./lib/screenshots.mjs'), HELP);
