/** The command line options of `npm run bench`. */
import { parseArgs } from 'node:util';

export type Options = {
  readonly help: boolean;
  readonly json: boolean;
  readonly growth: boolean;
  readonly machine: boolean;
  readonly console: boolean;
  /** A git revision to compare with. */
  readonly compare: string | undefined;
  /** The names of the chosen measures; empty for all. */
  readonly only: readonly string[];
  readonly rounds: number;
  readonly seconds: number;
};

/** A wrong command line. The bench prints its message and the usage. */
export class UsageError extends Error {}

const DEFAULT_ROUNDS = 5;
const DEFAULT_SECONDS = 2;

export const usageOf = (names: readonly string[]): string => `Usage: npm run bench -- [options]

  --only NAME      only this measure; may be given several times
  --growth         the cost of the same work with 1,000, 100,000 and 1,000,000 links
  --machine        npm start compared with 0.10.0, or with --compare: start time, visits per second, memory
  --console        the time and the size of each page of the console, with 10,000 links
  --compare REF    compare with another git revision, instead of the floors
  --rounds N       number of rounds, in the order A B B A (${DEFAULT_ROUNDS})
  --seconds S      seconds of load in a round (${DEFAULT_SECONDS})
  --json           print only {"results":[…]} on standard output
  --help           print this text

Examples:
  npm run bench -- --only visit-hot --rounds 3
  npm run bench -- --compare HEAD~1

Measures: ${names.join(', ')}
`;

/** Parses the options. @throws UsageError for an unknown option or measure, or an invalid number */
export function readOptions(args: readonly string[], names: readonly string[]): Options {
  const {
    help = false,
    json = false,
    growth = false,
    machine = false,
    console = false,
    compare,
    only = [],
    rounds = String(DEFAULT_ROUNDS),
    seconds = String(DEFAULT_SECONDS),
  } = parse(args);
  const unknown = only.find((name) => !names.includes(name));
  if (unknown !== undefined) throw new UsageError(`There is no measure ${unknown}.`);
  if (growth && (compare !== undefined || only.length > 0))
    throw new UsageError('--growth cannot be combined with --compare or --only.');
  if (machine && (growth || only.length > 0))
    throw new UsageError('--machine cannot be combined with --growth or --only.');
  if (console && (growth || machine || compare !== undefined || only.length > 0))
    throw new UsageError('--console cannot be combined with --growth, --machine, --compare or --only.');
  return {
    help,
    json,
    growth,
    machine,
    console,
    compare,
    only,
    rounds: positive('--rounds', rounds, 'a whole number', Number.isInteger),
    seconds: positive('--seconds', seconds, 'a number', Number.isFinite),
  };
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
        compare: { type: 'string' },
        only: { type: 'string', multiple: true },
        rounds: { type: 'string' },
        seconds: { type: 'string' },
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
