/** The command line options of `npm run bench`. */
import { parseArgs } from 'node:util';
import type { Settings } from './measure';

export type Options = {
  readonly help: boolean;
  readonly json: boolean;
  readonly growth: boolean;
  readonly machine: boolean;
  readonly console: boolean;
  readonly history: boolean;
  /** Whether to append the results to the history. */
  readonly record: boolean;
  /** A git revision to compare with. */
  readonly compare: string | undefined;
  /** The names of the chosen measures; empty for all. */
  readonly only: readonly string[];
  readonly settings: Settings;
};

/** A wrong command line. The bench prints its message and the usage. */
export class UsageError extends Error {}

/** The settings of the measures against floors, and where `--growth` and `--machine` differ from them. */
const DEFAULTS: Settings = { rounds: 40, seconds: 0.25, limit: 100 };
const GROWTH_DEFAULTS: Settings = { ...DEFAULTS, rounds: 8, limit: 900 };
const MACHINE_DEFAULTS: Settings = { rounds: 8, seconds: 2, limit: 300 };

const valuesOf = (name: keyof Settings): string =>
  `${DEFAULTS[name]}; --growth ${GROWTH_DEFAULTS[name]}, --machine ${MACHINE_DEFAULTS[name]}`;

export const usageOf = (names: readonly string[]): string => `Usage: npm run bench -- [options]

  --only NAME      only this measure; may be given several times
  --growth         the cost of the same work with 1,000, 100,000 and 1,000,000 links
  --machine        npm start compared with 0.10.0, or with --compare: start time, visits per second, memory
  --console        the time and the size of each page of the console, with 10,000 links
  --compare REF    compare with another git revision, instead of the floors
  --rounds N       least number of rounds (${valuesOf('rounds')})
  --limit S        seconds after which a measure ends, even if it is uncertain (${valuesOf('limit')})
  --seconds S      seconds of load in a round, on each side (${valuesOf('seconds')})
  --json           print only {"results":[…]} on standard output
  --record         also append the results to docs/performance-history.jsonl
  --history        print the regressions that this file shows, and measure nothing
  --help           print this text

Examples:
  npm run bench -- --only visit-hot --limit 300
  npm run bench -- --compare HEAD~1

Exit code: 0 if every goal is met, 3 if one is missed or the newest record has a regression, 4 if the run could not tell
of a measure, 1 after an error, 2 for wrong options.

Measures: ${names.join(', ')}
`;

const SWITCHES = ['help', 'json', 'growth', 'machine', 'console', 'history', 'record'] as const;
type Switches = Record<(typeof SWITCHES)[number], boolean>;

/** Parses the options. @throws UsageError for an unknown option or measure, or an invalid number */
export function readOptions(args: readonly string[], names: readonly string[]): Options {
  const { compare, only = [], rounds, seconds, limit, ...given } = parse(args);
  const switches = Object.fromEntries(SWITCHES.map((name) => [name, given[name] === true])) as Switches;
  const unknown = only.find((name) => !names.includes(name));
  if (unknown !== undefined) throw new UsageError(`There is no measure ${unknown}.`);
  refuseCombinations({ ...switches, compare: compare !== undefined, only: only.length > 0 });
  const defaults = switches.growth ? GROWTH_DEFAULTS : switches.machine ? MACHINE_DEFAULTS : DEFAULTS;
  return {
    ...switches,
    compare,
    only,
    settings: {
      rounds: positive('--rounds', rounds ?? String(defaults.rounds), 'a whole number', Number.isInteger),
      seconds: positive('--seconds', seconds ?? String(defaults.seconds), 'a number', Number.isFinite),
      limit: positive('--limit', limit ?? String(defaults.limit), 'a number', Number.isFinite),
    },
  };
}
type Given = Switches & { readonly compare: boolean; readonly only: boolean };

/** Each option with those that it excludes. */
const EXCLUDED: readonly (readonly [keyof Given, readonly (keyof Given)[]])[] = [
  ['history', ['growth', 'machine', 'console', 'record', 'compare', 'only']],
  ['console', ['growth', 'machine', 'record', 'compare', 'only']],
  ['machine', ['growth', 'record', 'only']],
  ['growth', ['compare', 'only']],
  ['record', ['compare']],
];

function refuseCombinations(given: Given): void {
  for (const [option, excluded] of EXCLUDED)
    if (given[option] && excluded.some((other) => given[other])) {
      const names = excluded.map((other) => `--${other}`);
      const list = [names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(' or ');
      throw new UsageError(`--${option} cannot be combined with ${list}.`);
    }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        help: { type: 'boolean', short: 'h' },
        json: { type: 'boolean' },
        growth: { type: 'boolean' },
        machine: { type: 'boolean' },
        console: { type: 'boolean' },
        history: { type: 'boolean' },
        record: { type: 'boolean' },
        compare: { type: 'string' },
        only: { type: 'string', multiple: true },
        rounds: { type: 'string' },
        seconds: { type: 'string' },
        limit: { type: 'string' },
      },
    }).values;
  } catch (error) {
    throw new UsageError((error as Error).message.split('. ', 1)[0]);
  }
}

function positive(name: string, text: string, what: string, isFit: (value: number) => boolean): number {
  const value = Number(text);
  if (text.trim() === '' || !isFit(value) || value <= 0)
    throw new UsageError(`${name} takes ${what} above 0, not ${text}.`);
  return value;
}
