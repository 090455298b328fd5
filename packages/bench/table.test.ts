import { expect, it } from 'vitest';
import type { Result } from './measure';
import { tableOf } from './table';

const RESULT: Result = {
  ...{ name: 'create', work: 'create', floor: 'constant', ratio: 1.234, interval: { low: 1.2, high: 1.268 } },
  ...{ noise: { ratio: 1.01, low: 0.99, high: 1.03 }, rounds: 20, isSound: true, goal: 1.3, met: true, doubt: null },
  ...{ subject: { micros: 123.4 }, against: { ms: 5 } },
};
const MISSED: Result = { ...RESULT, name: 'visit', goal: 1.1, met: false };
const UNCERTAIN: Result = { ...RESULT, name: 'start', met: null, isSound: false, doubt: 'the copies differ' };

it('the table says of each goal whether it is met, missed, or that the run could not tell, and why', () => {
  const lines = tableOf([RESULT, MISSED, UNCERTAIN]).split('\n');
  expect(lines.map((line) => line.replaceAll(/ {2,}/g, ' | '))).toEqual([
    'measure | ratio | 95 % interval | goal | noise | rounds | product | floor',
    'create | 1.23 | 1.20–1.27 | met ≤ 1.30 | 1.01 | 20 | 123 µs | 5.00 ms',
    'visit | 1.23 | 1.20–1.27 | MISSED ≤ 1.10 | 1.01 | 20 | 123 µs | 5.00 ms',
    'start | 1.23 | 1.20–1.27 | could not tell ≤ 1.30 | 1.01 | 20 | 123 µs | 5.00 ms',
    '',
    'create: create, against constant',
    'visit: create, against constant',
    'start: create, against constant',
    '',
    'start: could not tell: the copies differ',
    '',
  ]);
});

it('a result without a goal has no verdict, unless the run could not tell', () => {
  const none = { goal: null, met: null };
  const [, certain, uncertain] = tableOf([
    { ...RESULT, ...none },
    { ...UNCERTAIN, ...none },
  ]).split('\n');
  expect(certain).toMatch(/1\.27 +1\.01/);
  expect(uncertain).toMatch(/1\.27 +could not tell +1\.01/);
});
