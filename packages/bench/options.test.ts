import { expect, it } from 'vitest';
import { COST } from './evidence';
import { readOptions, UsageError, usageOf } from './options';

const NAMES = ['visit', 'create'];
const read = (...args: string[]) => readOptions(args, NAMES);

it('without options the bench runs every measure, in enough rounds to state a ratio', () => {
  const { settings, ...options } = read();
  expect(options).toMatchObject({ json: false, growth: false, record: false, compare: undefined, only: [] });
  expect(settings.rounds).toBeGreaterThanOrEqual(COST.least);
});

it('the options accept several measures, a revision, rounds, a limit and a duration', () => {
  const args = ['--only', 'visit', '--only=create', '--compare', 'v1', '--rounds', '7', '--seconds', '0.5', '--json'];
  const settings = { rounds: 7, seconds: 0.5, limit: 30 };
  const options = { only: ['visit', 'create'], compare: 'v1', settings, json: true };
  expect(read(...args, '--limit', '30')).toMatchObject(options);
});

it('--growth and --machine have settings of their own, which options override', () => {
  for (const mode of ['--growth', '--machine']) {
    const { settings } = read(mode);
    expect(settings.rounds).toBeGreaterThanOrEqual(COST.least);
    expect(settings.limit).toBeGreaterThan(read().settings.limit);
    expect(read(mode, '--rounds', '9').settings).toEqual({ ...settings, rounds: 9 });
  }
});

it.each([
  ['an unknown measure', ['--only', 'luck'], 'There is no measure luck.'],
  ['an unknown option', ['--fast'], "Unknown option '--fast'"],
  ['an argument that is no option', ['visit'], "Unexpected argument 'visit'"],
  ['an option without its value', ['--only'], "Option '--only <value>' argument missing"],
  ['a fractional number of rounds', ['--rounds', '1.5'], '--rounds takes a whole number above 0, not 1.5.'],
  ['a load of zero seconds', ['--seconds', '0'], '--seconds takes a number above 0, not 0.'],
  ['a limit of zero seconds', ['--limit', '0'], '--limit takes a number above 0, not 0.'],
  ['a duration that is no number', ['--seconds', 'ten'], '--seconds takes a number above 0, not ten.'],
  [
    '--machine with --growth',
    ['--machine', '--growth'],
    '--machine cannot be combined with --growth, --record or --only.',
  ],
  [
    '--console with --growth',
    ['--console', '--growth'],
    '--console cannot be combined with --growth, --machine, --record, --compare or --only.',
  ],
  ['--growth with --only', ['--growth', '--only', 'visit'], '--growth cannot be combined with --compare or --only.'],
  ['--record with --compare', ['--record', '--compare', 'v1'], '--record cannot be combined with --compare.'],
  [
    '--history with --record',
    ['--history', '--record'],
    '--history cannot be combined with --growth, --machine, --console, --record, --compare or --only.',
  ],
])('the bench refuses %s with one line', (_, args, line) => {
  expect(() => read(...args)).toThrow(new UsageError(line));
});

it('the usage names every measure', () => {
  expect(usageOf(NAMES)).toContain('Measures: visit, create');
});
