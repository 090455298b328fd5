/** Checks that docs/specification.md agrees with the code, as far as a test can compare them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { unstable_readConfig as readConfig } from 'wrangler';
import { DOOR_ERRORS } from '#domain/door-errors';
import { ERRORS, type ErrorCode, listExtras } from '#domain/errors';
import { PLAN_FEATURES, PLAN_LIMITS, PLANS } from '#domain/plans';
import { DEFAULT_SETTINGS } from '#domain/settings';
import { WORKER_SECRETS } from '#machine/secret-names.mjs';
import { VARIABLES } from '#machine/variables';

const specification = readFileSync('docs/specification.md', 'utf8');

/** The text of a section, from its heading to the next one. */
const findSection = (number: string): string =>
  specification.split(/^#{2,3} (?=\d)/m).find((section) => section.startsWith(`${number} `)) ?? '';

/** The cells of a section's table rows without the header, and without backticks around a whole cell. */
const listRows = (number: string): string[][] =>
  [...findSection(number).matchAll(/^\| (.*) \|$/gm)]
    .map(([, row = '']) => row.split(' | ').map((cell) => cell.trim().replace(/^`([^`]*)`$/, '$1')))
    .slice(1);

const SECTIONS = [...specification.matchAll(/^(#{2,3}) (\d+(?:\.\d+)?)\.? \S/gm)].map(([, , number = '']) => number);

describe('the sections of the specification', () => {
  it('exist wherever one section names another', () => {
    const named = [...specification.matchAll(/\((?:\w+, )?(\d+\.\d+)(?:, (\d+\.\d+))*\)/g)].flatMap((found) =>
      found.slice(1),
    );
    expect(named.filter((number) => number !== undefined && !SECTIONS.includes(number))).toEqual([]);
  });
});

/** All files that may cite the specification. */
const WRITTEN = [
  ...['apps', 'packages', 'scripts', 'migrations', 'docs', '.'].flatMap((folder) =>
    readdirSync(folder, { recursive: folder !== '.', encoding: 'utf8' }).map((name) => path.join(folder, name)),
  ),
].filter(
  (file) => /\.(tsx?|[mc]js|css|sql|md|toml)$/.test(file) && !/(^|\/)(node_modules|dist|CHANGELOG)\b/.test(file),
);

/** The text of a file in one line, so that a citation may be broken over two lines of a comment. */
const inOneLine = (file: string): string => readFileSync(file, 'utf8').replace(/\n\s*(?:\*|\/\/|#|--)? ?/g, ' ');

/** The sections that a text cites: `specification 4.2`, `specification 4.3, 4.4 and 11`. */
const citedIn = (text: string): string[] =>
  [...text.matchAll(/\bspecification((?:(?:,| and)? \d+(?:\.\d+)?)+)/g)].flatMap(
    ([, list = '']) => list.match(/\d+(\.\d+)?/g) ?? [],
  );

describe('a citation of the specification', () => {
  it('names a section that exists', () => {
    const cited = WRITTEN.flatMap((file) => citedIn(inOneLine(file)).map((section) => ({ file, section })));
    expect(cited.length).toBeGreaterThan(100);
    expect(cited.filter(({ section }) => !SECTIONS.includes(section))).toEqual([]);
  });
});

it('the specification has every row of the error table word for word, and no other row', () => {
  const rows = Object.entries(ERRORS).map(([code, { status, errorType, message }]) => [
    code,
    String(status),
    errorType,
    message,
    listExtras(code as ErrorCode).join(', '),
  ]);
  expect(listRows('3.3').map((row) => row.map((cell) => cell.replaceAll('`', '')))).toEqual(rows);
});

it('the specification has the figures of every plan', () => {
  const amount = (number: number) => number.toLocaleString('en-US');
  const yes = (isGranted: boolean) => (isGranted ? 'yes' : 'no');
  const rows = PLANS.map((plan) => {
    const { minAliasLength, maxClicks, password } = PLAN_FEATURES.strict[plan];
    const lenient = `none; ${PLAN_FEATURES.lenient[plan].minAliasLength} with the lenient policy`;
    const limits = Object.values(PLAN_LIMITS[plan]).map(amount);
    const figures = [...limits, String(minAliasLength ?? lenient)];
    return [plan, ...figures, yes(maxClicks), yes(password), String(DEFAULT_SETTINGS.activeKeys[plan])];
  });
  expect(listRows('4.1')).toEqual(rows);
});

describe('the settings in the specification', () => {
  it('of the operator have the names in the code', () => {
    expect(listRows('15.1').map(([name]) => name)).toEqual(Object.keys(DEFAULT_SETTINGS));
  });

  it('of the operator that are boolean have the defaults in the code', () => {
    const switches = Object.entries(DEFAULT_SETTINGS).filter(([, value]) => typeof value === 'boolean');
    const shown = listRows('15.1').filter(([, value]) => value?.startsWith('boolean'));
    expect(shown.map(([name, value]) => [name, value])).toEqual(
      switches.map(([name, value]) => [name, `boolean, ${value}`]),
    );
  });

  it.each([
    ['15.2', 'wrangler.api.toml', 'api'],
    ['15.3', 'wrangler.redirect.toml', 'redirect'],
  ] as const)('in section %s and in %s are the declared variables, with their defaults', (section, config, worker) => {
    const declared = Object.entries(VARIABLES).flatMap(([name, { readers, unset }]) =>
      readers.some((reader) => reader === worker) ? [[name, unset]] : [],
    );
    const shown = listRows(section).map(([name, , value]) => [name, value === 'empty' ? '' : value]);
    expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(declared));
    expect(readConfig({ config }).vars).toEqual(Object.fromEntries(declared));
  });

  it('that are secrets are those that reach the workers', () => {
    expect(
      listRows('15.4')
        .map(([name]) => name)
        .sort(),
    ).toEqual(Object.keys(WORKER_SECRETS).sort());
  });
});

it('every page of the documentation links only to files that exist', () => {
  const pages = [
    'README.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
    ...readdirSync('docs', { recursive: true, encoding: 'utf8' }).map((name) => `docs/${name}`),
  ];
  const links = pages
    .filter((page) => page.endsWith('.md'))
    .flatMap((page) =>
      [...readFileSync(page, 'utf8').matchAll(/\]\((?!\w+:)([^)#]+)\)/g)].map(([, to = '']) =>
        path.join(path.dirname(page), to),
      ),
    );
  expect(links.length).toBeGreaterThan(50);
  expect(links.filter((to) => !existsSync(to))).toEqual([]);
});

it('docs/architecture.md names only files and folders that exist', () => {
  const page = readFileSync('docs/architecture.md', 'utf8');
  const named = [...page.matchAll(/\b(?:apps|packages|migrations|scripts|deploy)\/[\w./-]*\w/g)].map(([name]) => name);
  const rooms = [...page.matchAll(/^\| … (.*?) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`(.+?)\/`/g)].map(([, room]) => `apps/api/${room}`),
  );
  expect(named.length).toBeGreaterThan(30);
  expect([...named, ...rooms].filter((name) => !existsSync(name))).toEqual([]);
});

it('docs/architecture.md has walks of at most fifteen files, and the files have the functions that it names', () => {
  const walks = readFileSync('docs/architecture.md', 'utf8')
    .split(/^## /m)
    .filter((part) => /^\| file \|/m.test(part));
  const steps = walks.map((walk) => [...walk.matchAll(/^\| `(.+?)` \| (.*) \|$/gm)]);
  expect(steps.map(({ length }) => length).filter((length) => length === 0 || length > 15)).toEqual([]);
  const missing = steps
    .flat()
    .flatMap(([, file = '', what = '']) =>
      [...what.matchAll(/`(\w+)`/g)].flatMap(([, name = '']) =>
        new RegExp(`(?:const|function|async|^ ) ${name}\\b`, 'm').test(readFileSync(file, 'utf8'))
          ? []
          : `${file}: ${name}`,
      ),
    );
  expect([steps.length, missing]).toEqual([3, []]);
});

it('section 3.4 has the messages about the links that a request names', () => {
  const messages = listRows('3.4')
    .find(([where]) => where === 'many links')
    ?.join(' ');
  for (const message of [
    'Name either shortCodes or filter',
    'filter must be a JSON object',
    'filter must have a parameter',
    'filter names <n> links; the most are 100',
    'filter names at least <n> links; the most are 100',
    'filter needs more than one search, which found <n> links: narrow it down',
  ])
    expect(messages).toContain(`\`${message}\``);
});

it('section 15.6 has the status, errorType and message of every refusal before the workers', () => {
  const rows = listRows('15.6').map(([status, errorType, message]) => `${status} ${errorType} ${message}`);
  for (const { status, errorType, message } of [
    DOOR_ERRORS.MISDIRECTED,
    DOOR_ERRORS.TARGET_INVALID,
    DOOR_ERRORS.FORWARDED_FOR_INVALID,
    { ...DOOR_ERRORS.OVERLOADED, message: 'that of `OVERLOADED`' },
  ])
    expect(rows).toContain(`${status} ${errorType} ${message}`);
});
