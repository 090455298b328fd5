// Takes pictures of every page by the tests that open every page, and arranges them side by side.
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inRoot, ROOT } from './checkout.mjs';
import { endChildren, onStopRequest, startChild } from './children.mjs';
import { install, toolNode } from './install.mjs';

/** The tests that take pictures, by the folder of their pictures. */
const TESTS = {
  visitors: 'apps/redirect/pages/pages.browser.ci.test.ts',
  shop: 'apps/api/console/shop.browser.long.test.ts',
  console: 'apps/api/console/appearance.browser.ci.test.ts',
  docs: 'apps/api/docs/docs.browser.ci.test.ts',
};
const LOOKS = ['390-light', '390-dark', '1280-light', '1280-dark'];

/** @param {string} test @param {string} folder @returns whether all pages passed their test */
async function takePictures(test, folder) {
  const child = startChild(toolNode(), [inRoot('node_modules/vitest/vitest.mjs'), 'run', '--project', 'node', test], {
    cwd: ROOT,
    env: { ...process.env, SCREENSHOTS: folder, TEST_LONG: '1', VITE_CONFIG_NATIVE_IGNORE_WARNING: 'true' },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return (await child.ended) === '';
}

/** The names of the pages with pictures below a folder, in the order in which their tests took them. */
const pagesIn = (/** @type {string} */ folder) => [
  ...new Set(readdirSync(folder).flatMap((name) => /^(.*)-(?:390|1280)-(?:light|dark)\.png$/.exec(name)?.[1] ?? [])),
];

/** One row per page, with its four pictures. @param {string} folder */
function makeSheet(folder) {
  const groups = Object.keys(TESTS).filter((group) => existsSync(path.join(folder, group)));
  const rows = groups.flatMap((group) =>
    pagesIn(path.join(folder, group)).map((page) => {
      const pictures = LOOKS.map((look) => `<td><img loading="lazy" src="${group}/${page}-${look}.png" alt="${look}">`);
      return `<tr id="${group}-${page}"><th>${group}<br>${page}</th>${pictures.join('')}`;
    }),
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Every page</title>
<style>body{font:14px system-ui;background:#777;color:#fff}td,th{padding:.5rem;vertical-align:top;text-align:left}
img{display:block;max-width:100%}td:nth-child(-n+3){width:14%}td:nth-child(n+4){width:32%}</style>
<table>${rows.join('\n')}</table></html>\n`;
}

export async function takeScreenshots() {
  onStopRequest(() => endChildren().then(() => process.exit(130)));
  const folder = path.resolve(process.argv[2] ?? inRoot('dist/screenshots'));
  await install();
  const passed = [];
  for (const [group, test] of Object.entries(TESTS)) {
    mkdirSync(path.join(folder, group), { recursive: true });
    passed.push(await takePictures(test, path.join(folder, group)));
  }
  writeFileSync(path.join(folder, 'index.html'), makeSheet(folder));
  process.stdout.write(`\nOpen ${path.join(folder, 'index.html')}\n`);
  process.exitCode = passed.every(Boolean) ? 0 : 1;
}
