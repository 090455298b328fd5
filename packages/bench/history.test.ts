import { expect, it } from 'vitest';
import {
  type Computer,
  type HistoryEntry,
  hasNewRegression,
  type Recorded,
  readHistory,
  recordedOf,
  regressionsIn,
} from './history';
import { reportOf } from './history-report';

const COMPUTER: Computer = { processor: 'a processor', cores: 2, node: 'v22.1.0', workerd: '1.2.3' };

/** A ratio that is known to `uncertainty`. */
const known = (ratio: number, uncertainty = 0.02): Recorded => ({
  ratio,
  low: ratio / (1 + uncertainty),
  high: ratio * (1 + uncertainty),
  noise: 1,
  rounds: 20,
});

/** The n-th run, whose commit is its number eight times. */
const run = (n: number, measures: Record<string, Recorded>, more: Partial<HistoryEntry> = {}): HistoryEntry => ({
  day: '2031-06-15',
  commit: String(n).repeat(40),
  isDirty: false,
  against: 'floors',
  computer: COMPUTER,
  measures,
  ...more,
});

/** Runs of one measure. */
const runs = (...ratios: readonly Recorded[]) => ratios.map((create, n) => run(n + 1, { create }));

/** The regressions in short: "create 1>2 1.2>1.28". */
const found = (entries: readonly HistoryEntry[]): string[] =>
  regressionsIn(entries).map(
    ({ name, from, to, before, after }) => `${name} ${from.commit[0]}>${to.commit[0]} ${before}>${after}`,
  );

it('a measure that costs 5 % more than in the run before is a regression between the two', () => {
  expect(found(runs(known(1.2), known(1.28)))).toEqual(['create 1>2 1.2>1.28']);
  expect(found(runs(known(1.2), known(1.19), known(1.28)))).toEqual(['create 2>3 1.19>1.28']);
});

it.each([
  ['less than 5 % more', [known(1.2), known(1.255)]],
  ['less', [known(1.2), known(1)]],
  ['more by less than the two runs can tell', [known(1.2, 0.05), known(1.28, 0.05)]],
  ['more by chance in one uncertain run', [known(1.2), known(1.5, 0.4)]],
])('a measure that costs %s is no regression', (_, ratios) => {
  expect(found(runs(...ratios))).toEqual([]);
});

it('two ratios that are each known to 2.5 % tell a growth of 5 %, although their intervals overlap', () => {
  const [before, after] = [known(1.2, 0.025), known(1.2601, 0.025)];
  expect(after.low).toBeLessThan(before.high);
  expect(found(runs(before, after))).toEqual(['create 1>2 1.2>1.2601']);
});

it('a growth in steps that are each too small is a regression from the run at which it began', () => {
  expect(found(runs(known(1.2), known(1.23), known(1.265)))).toEqual(['create 1>3 1.2>1.265']);
});

it('a regression is named once, and a later one is compared with the run after it', () => {
  const ratios = [known(1.2), known(1.28), known(1.28), known(1.29), known(1.36)];
  expect(found(runs(...ratios))).toEqual(['create 1>2 1.2>1.28', 'create 4>5 1.29>1.36']);
});

it('after a measure has become faster, it is compared with its new cost', () => {
  expect(found(runs(known(1.4), known(1.2), known(1.22), known(1.28)))).toEqual(['create 2>4 1.2>1.28']);
});

it('a run that lacks a measure is passed over', () => {
  const [first, last] = [run(1, { create: known(1.2) }), run(3, { create: known(1.3) })];
  expect(found([first, run(2, { visit: known(1.1) }), last])).toEqual(['create 1>3 1.2>1.3']);
});

it.each<[string, Partial<HistoryEntry>]>([
  ['on another processor', { computer: { ...COMPUTER, processor: 'another' } }],
  ['with more cores', { computer: { ...COMPUTER, cores: 4 } }],
  ['against another floor', { against: 'fewest-links' }],
])('a run %s is not compared', (_, more) => {
  expect(found([run(1, { create: known(1.2) }), run(2, { create: known(2) }, more)])).toEqual([]);
  const entries = [run(1, { create: known(1.2) }), run(2, { create: known(2) }, more), run(3, { create: known(1.3) })];
  expect(found(entries)).toEqual(['create 1>3 1.2>1.3']);
});

it('hasNewRegression is true only if the newest run of a kind is the slower one', () => {
  expect(hasNewRegression(runs(known(1.2), known(1.28)))).toBe(true);
  expect(hasNewRegression(runs(known(1.2), known(1.28), known(1.28)))).toBe(false);
  expect(hasNewRegression([])).toBe(false);
});

it('the report names the regression, its commits, how many lie between, and how to find the one', () => {
  const entries = runs(known(1.2), known(1.28));
  expect(reportOf(entries, ['create'], () => 12)).toBe(
    'create: 1.20 → 1.28 (+7 %) between 11111111 and 22222222\n' +
      '  11 commits lie between. Check each out, and run npm run bench -- --only create --compare 11111111\n',
  );
  expect(reportOf(entries, ['create'], () => 2)).toContain('  1 commit lies between. ');
});

it.each([1, 0, null])('the report offers no search if the distance between the commits is %j', (distance) => {
  const lines = reportOf(runs(known(1.2), known(1.28)), ['create'], () => distance).split('\n');
  expect(lines).toEqual(['create: 1.20 → 1.28 (+7 %) between 11111111 and 22222222', '']);
});

it('the report offers the measure of which a row is part, and --growth for its rows', () => {
  const latency = (n: number, ratio: number) => run(n, { 'latency-hot-p50': known(ratio) });
  expect(reportOf([latency(1, 1.2), latency(2, 1.4)], ['latency-hot'], () => 3)).toContain('--only latency-hot --comp');
  const growth = (n: number, ratio: number) => run(n, { 'create-1000000': known(ratio) }, { against: 'fewest-links' });
  expect(reportOf([growth(1, 1), growth(2, 1.2)], ['create'], () => 3)).toContain('npm run bench -- --growth\n');
});

it('the report says which runs had uncommitted changes, and which programs changed', () => {
  const [before, after] = runs(known(1.2), known(1.28)) as [HistoryEntry, HistoryEntry];
  const changed = { ...after, isDirty: true, computer: { ...COMPUTER, workerd: '1.3.0' } };
  expect(reportOf([before, changed], ['create'], () => null)).toBe(
    'create: 1.20 → 1.28 (+7 %) between 11111111 and 22222222 with uncommitted changes\n' +
      '  Also changed: workerd 1.2.3 → 1.3.0\n',
  );
});

it('the report of runs without a regression is one line', () => {
  expect(reportOf(runs(known(1.2)), [], () => null)).toBe('No regression in 1 record.\n');
  expect(reportOf([], [], () => null)).toBe('No regression in 0 records.\n');
});

it('the history keeps the ratios that can be stated, to four digits', () => {
  const result = { name: 'create', ratio: 1.23456, interval: { low: 1.2, high: 1.26789 }, rounds: 20 };
  const noise = { ratio: 1.00123, low: 0.9, high: 1.1 };
  const results = [
    { ...result, noise, isSound: true },
    { ...result, name: 'visit', noise, isSound: false },
  ];
  expect(recordedOf(results)).toEqual({
    create: { ratio: 1.235, low: 1.2, high: 1.268, noise: 1.001, rounds: 20 },
  });
});

it('readHistory returns what was written, and names a line that is no JSON', () => {
  const entries = runs(known(1.2), known(1.28));
  const text = entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
  expect(readHistory(text)).toEqual(entries);
  expect(() => readHistory(`${text}<<<<<<<\n`)).toThrow('Line 3 of the history is no JSON.');
});
