import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Result } from './measure';
import { distanceIn, record, recordedRuns, revisionOf } from './record';

let root: string;
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
    cwd: root,
    encoding: 'utf8',
  });
const commit = (): string => {
  git('commit', '--quiet', '--allow-empty', '--message', 'a commit');
  return git('rev-parse', 'HEAD').trim();
};

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'swiftlet-record-'));
  mkdirSync(path.join(root, 'docs'));
  git('init', '--quiet');
});
afterEach(() => rmSync(root, { recursive: true }));

const ESTIMATE = { ratio: 1.2, low: 1.1, high: 1.3 };
const result = (name: string, isSound: boolean): Result => ({
  ...{ name, work: name, floor: 'floor', ratio: 1.2, interval: { low: 1.1, high: 1.3 }, noise: ESTIMATE, rounds: 9 },
  ...{ isSound, goal: null, met: null, doubt: isSound ? null : 'few rounds', subject: {}, against: {} },
});
const NOW = new Date('2031-06-15T23:59:59Z');
const recorded = (...results: readonly Result[]): string[] => {
  const lines: string[] = [];
  record(root, results, { revision: revisionOf(root), against: 'floors' }, (line) => lines.push(line), NOW);
  return lines;
};

it('a run is recorded with its day, its commit and the programs, and without the name of the computer', () => {
  const head = commit();
  recorded(result('create', true));
  const [entry] = recordedRuns(root);
  expect(entry).toEqual({
    day: '2031-06-15',
    commit: head,
    isDirty: false,
    against: 'floors',
    computer: {
      processor: cpus()[0]?.model ?? '',
      cores: cpus().length,
      node: process.version,
      workerd: expect.stringMatching(/^\d+\.\d+/),
    },
    measures: { create: { ratio: 1.2, low: 1.1, high: 1.3, noise: 1.2, rounds: 9 } },
  });
});

it('a second run is appended, and the first one leaves the checkout clean', () => {
  commit();
  recorded(result('create', true));
  recorded(result('visit', true));
  expect(recordedRuns(root).map(({ isDirty, measures }) => [isDirty, Object.keys(measures)])).toEqual([
    [false, ['create']],
    [false, ['visit']],
  ]);
});

it('a run of a changed checkout is recorded as such', () => {
  commit();
  writeFileSync(path.join(root, 'changed'), '');
  recorded(result('create', true));
  expect(recordedRuns(root)[0]?.isDirty).toBe(true);
});

it('a result that cannot be stated is not recorded, and is named with the reason', () => {
  commit();
  expect(recorded(result('create', true), result('visit', false))).toEqual(['Not recorded: visit: few rounds']);
  expect(Object.keys(recordedRuns(root)[0]?.measures ?? {})).toEqual(['create']);
});

it('without a file there are no recorded runs', () => {
  expect(recordedRuns(root)).toEqual([]);
});

it('the distance is the number of commits from one to another, and null for a commit that git does not know', () => {
  const [from, , to] = [commit(), commit(), commit()];
  expect(distanceIn(root, from as string, to as string)).toBe(2);
  expect(distanceIn(root, '0'.repeat(40), to as string)).toBeNull();
});
