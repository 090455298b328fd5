import { expect, it } from 'vitest';
import { readOptions, UsageError } from './options';

const NAMES = ['visit', 'create'];
const read = (...args: string[]) => readOptions(args, NAMES);

it('the options accept several measures, a revision, rounds and a duration', () => {
  const args = ['--only', 'visit', '--only=create', '--compare', 'v1', '--rounds', '7', '--seconds', '0.5'];
  expect(read(...args)).toMatchObject({ only: ['visit', 'create'], compare: 'v1', rounds: 7, seconds: 0.5 });
});

it.each([
  ['an unknown measure', ['--only', 'luck'], 'There is no measure luck, but these: visit, create.'],
  ['an unknown option', ['--fast'], "Unknown option '--fast'"],
  ['an argument that is no option', ['visit'], "Unexpected argument 'visit'"],
  ['no rounds', ['--rounds', '0'], '--rounds takes a number above 0, not 0.'],
  ['a duration that is no number', ['--seconds', 'ten'], '--seconds takes a number above 0, not ten.'],
  [
    '--machine with --compare',
    ['--machine', '--compare', 'v1'],
    '--machine and --console cannot be combined with each other, --compare or --only.',
  ],
])('the bench refuses %s with one line', (_, args, line) => {
  expect(() => read(...args)).toThrow(new UsageError(line));
});
