/** Checks that docs/adr/README.md is a complete index of the decisions, and that its statuses are consistent. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

type Row = { readonly number: number; readonly file: string; readonly title: string; readonly status: string };

const FOLDER = 'docs/adr';
const files = readdirSync(FOLDER)
  .filter((name) => name !== 'README.md')
  .sort();

const rows = [
  ...readFileSync(`${FOLDER}/README.md`, 'utf8').matchAll(/^\| \[(\d+)\]\((\S+)\) \| (.+) \| (.+) \|$/gm),
].map(([, number, file = '', title = '', status = '']): Row => ({ number: Number(number), file, title, status }));

/** The numbers of the decisions that a status names after a verb. */
const named = ({ status }: Row, verb: string): number[] =>
  [...status.matchAll(new RegExp(`${verb} ([\\d, and]+)`, 'g'))].flatMap(([, list = '']) =>
    [...list.matchAll(/\d+/g)].map(Number),
  );

const statusOf = (number: number): string => rows.find((row) => row.number === number)?.status ?? '';

it('the index has a row for every decision, in the order of their numbers, and no other row', () => {
  expect(rows.map(({ file }) => file)).toEqual(files);
  expect(rows.map(({ number }) => number)).toEqual(files.map((name) => Number(name.slice(0, 4))));
});

it.each(rows.map((row) => [row.file, row] as const))(
  'the index has the number and the title of %s',
  (file, { number, title }) => {
    const [heading = ''] = readFileSync(`${FOLDER}/${file}`, 'utf8').split('\n');
    expect(heading).toMatch(new RegExp(`^# (${number}\\.|${String(number).padStart(4, '0')}) `));
    expect(title).toBe(heading.replace(/^# \S+ /, ''));
  },
);

it('the index gives each decision the status accepted or superseded', () => {
  expect(rows.filter(({ status }) => !/^(accepted|superseded by \d+)(;|:|$)/.test(status))).toEqual([]);
});

it('the index names a change or a supersession in the rows of both decisions', () => {
  for (const row of rows) {
    const others = [...named(row, 'changes'), ...named(row, 'supersedes'), ...named(row, 'superseded by')];
    for (const other of others)
      expect(statusOf(other), `${row.number} and ${other}`).toMatch(new RegExp(`\\b${row.number}\\b`));
  }
});
