/** The command line options of `npm run bench`. */
import { parseArgs } from 'node:util';

/** A wrong command line. The bench prints its message alone. */
export class UsageError extends Error {}

export type Options = ReturnType<typeof readOptions>;

/** Parses the options. @throws UsageError for an unknown option or measure, or an invalid number */
export function readOptions(args: readonly string[], names: readonly string[]) {
  const { rounds, seconds, only = [], ...chosen } = parse(args);
  const unknown = only.find((name) => !names.includes(name));
  if (unknown !== undefined) throw new UsageError(`There is no measure ${unknown}, but these: ${names.join(', ')}.`);
  const variants = [chosen.machine, chosen.console, chosen.compare !== undefined || only.length > 0];
  if (variants.filter(Boolean).length > 1)
    throw new UsageError('--machine and --console cannot be combined with each other, --compare or --only.');
  return { ...chosen, only, rounds: positive('--rounds', rounds), seconds: positive('--seconds', seconds) };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        machine: { type: 'boolean' },
        console: { type: 'boolean' },
        compare: { type: 'string' },
        only: { type: 'string', multiple: true },
        rounds: { type: 'string', default: '8' },
        seconds: { type: 'string', default: '4' },
      },
    }).values;
  } catch (error) {
    throw new UsageError((error as Error).message.split('. ', 1)[0]);
  }
}

function positive(name: string, text: string): number {
  const value = Number(text);
  if (!(value > 0 && Number.isFinite(value))) throw new UsageError(`${name} takes a number above 0, not ${text}.`);
  return value;
}
