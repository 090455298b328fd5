/**
 * `npm run republish`: makes KV equal to D1 again, page by page. It keeps its position in a file, so that a stopped run
 * continues from there.
 */

import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Failure } from '#machine/failure';
import { writeWhole } from '#machine/processes.mjs';
import { findTarget, formatArgument, formatTarget, makeService, type Program, type Service } from './service';

export const USAGE = `npm run republish -- [ADDRESS or ENVIRONMENT] [options]

Compares KV with D1, and publishes every link and the denylist where they differ.
Visits get the right responses meanwhile. Stop it at any time, and run it again: it continues.

  ADDRESS        the API of a service, such as https://api.example.com; ADMIN_TOKEN holds its token
  ENVIRONMENT    a deployment that npm run deploy has made, such as production
                 without either: the machine of STATE_DIR, whether it runs or not
  --dry-run      counts the differences, and writes nothing
  --remove       deletes the entries of codes that D1 does not have; they redirect until then
  --restart      begins with the first link, although an earlier run was stopped
  --help         shows this text

Examples:
  npm run republish -- --dry-run
  npm run republish -- production
  ADMIN_TOKEN=… npm run republish -- https://api.example.com --remove
`;

const COUNTS = [
  'links',
  'entries',
  'missing',
  'outdated',
  'newer',
  'waiting',
  'superfluous',
  'written',
  'failed',
  'removed',
] as const;
type Counts = Record<(typeof COUNTS)[number], number>;
type Lists = { readonly denylist: string | null; readonly threatList: string | null };
type Report = Counts & Lists & { readonly nextCursor: string | null };

type Sums = { readonly counts: Counts; readonly lists: Lists; readonly cursor: string | null };
const ZERO: Sums = {
  counts: Object.fromEntries(COUNTS.map((name) => [name, 0])) as Counts,
  lists: { denylist: null, threatList: null },
  cursor: null,
};

type Arguments = { name: string | undefined; dryRun: boolean; remove: boolean; restart: boolean; help: boolean };

function readArguments(args: readonly string[]): Arguments {
  const flag = { type: 'boolean', default: false } as const;
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { 'dry-run': flag, remove: flag, restart: flag, help: flag },
    });
    if (positionals.length > 1) throw new Error('It takes one address or environment.');
    const { 'dry-run': dryRun, remove, restart, help } = values;
    return { name: positionals[0], dryRun, remove, restart, help };
  } catch (error) {
    throw new Failure(`${(error as Error).message} See npm run republish -- --help.`);
  }
}

const add = (sums: Sums, { nextCursor, denylist, threatList, ...page }: Report): Sums => ({
  counts: Object.fromEntries(COUNTS.map((name) => [name, sums.counts[name] + page[name]])) as Counts,
  lists: { denylist: sums.lists.denylist ?? denylist, threatList: sums.lists.threatList ?? threatList },
  cursor: nextCursor,
});

/** Whether KV refuses all puts of a page. Then it would refuse those of the next page too. */
const isRefused = ({ written, failed }: Counts): boolean => failed > 0 && written === 0;

async function walk(
  service: Service,
  { dryRun, remove }: Arguments,
  progress: Progress<Sums>,
  first: Sums,
  { print, now }: Program,
): Promise<Sums> {
  let sums = first;
  do {
    const body = { cursor: sums.cursor, dryRun, remove };
    const page = await service.call<Report>('POST', '/admin/republish', body);
    sums = add(sums, page);
    if (sums.cursor !== null) progress.write(sums, now());
    print(`\r${sums.counts.links} links, ${sums.counts.entries} entries compared`);
    if (isRefused(page)) {
      print('\n');
      throw new Failure(
        'KV refuses to store entries: the puts of the day may be used up (free plan: 1,000). Run it again when KV takes them.',
      );
    }
  } while (sums.cursor !== null);
  print('\n');
  return sums;
}

const formatCount = (count: number, text: string): string[] => (count === 0 ? [] : [`${count} ${text}`]);

/** Returns the result as text: the differences, what was done about them, and what to do next. */
function formatReport({ counts, lists }: Sums, { name, dryRun, remove }: Arguments): string {
  const { missing, outdated, newer, waiting, superfluous, written, failed, removed } = counts;
  const lines = [
    ...formatCount(missing, 'links had no entry in KV.'),
    ...formatCount(outdated, 'links had an outdated entry.'),
    ...formatCount(superfluous - removed, 'entries are superfluous: D1 does not have their codes. They redirect.'),
    ...formatCount(newer, 'entries are newer than D1, and were left as they are.'),
    ...formatCount(waiting, 'links are dirty: the cron publishes them within minutes.'),
    ...formatCount(written, 'entries were published.'),
    ...formatCount(failed, 'entries were refused by KV. The cron publishes them.'),
    ...formatCount(removed, 'superfluous entries were deleted.'),
    ...(lists.denylist === 'same' ? [] : [`The denylist ${dryRun ? 'is' : 'was'} ${lists.denylist} in KV.`]),
    ...(lists.threatList === 'missing' ? ['KV has no imported threat list.'] : []),
  ];
  return [...lines, nextStep(counts, lists, { name, dryRun, remove }), ''].join('\n');
}

function nextStep(counts: Counts, lists: Lists, { name, dryRun, remove }: Omit<Arguments, 'restart' | 'help'>): string {
  const again = `npm run republish${formatArgument(name)}`;
  const { missing, outdated, newer, superfluous, failed } = counts;
  if (newer > 0) return 'Next: raise the versions of D1, as docs/operating/backup.md says, and run this command again.';
  if (dryRun && missing + outdated + Number(lists.denylist !== 'same') > 0) return `Next: ${again}`;
  if (superfluous > 0 && (dryRun || !remove))
    return `Next: ${again}${name === undefined ? ' --' : ''} --remove, if D1 is the right database.`;
  if (failed > 0) return `Next: ${again} in some minutes.`;
  if (lists.threatList === 'missing')
    return 'Next: npm run threats -- import FILE, if you had imported a threat list. Otherwise nothing is left to do.';
  return 'KV is what D1 says. Nothing is left to do.';
}

/** Runs the command. @throws Failure with the one line that says why it stopped */
export async function republish(program: Program): Promise<void> {
  const args = readArguments(program.args);
  if (args.help) return program.print(USAGE);
  const target = findTarget(args.name, program.folder, program.env);
  const about = `${formatTarget(target)} ${args.dryRun} ${args.remove}`;
  const progress = new Progress<Sums>(program.folder, 'republish', about);
  await program.open(target, async (send) => {
    const service = makeService(formatTarget(target), send, (line) => program.print(`\n${line}\n`));
    const stored = args.restart ? undefined : progress.read(program.now());
    if (stored !== undefined) program.print(`It continues after ${stored.counts.links} links.\n`);
    const sums = await walk(service, args, progress, stored ?? ZERO, program);
    progress.remove();
    program.print(formatReport(sums, args));
  });
}

/** An older position is ignored: too much may have changed before it. */
const MAX_AGE_MS = 86_400_000;

type Stored<T> = { readonly about: string; readonly at: number; readonly value: T };

/** The position of a command, in a file. */
class Progress<T> {
  readonly #file: string;
  readonly #about: string;

  /** @param about the target and the options of the command: `read` ignores the position of others */
  constructor(folder: string, command: string, about: string) {
    this.#file = path.join(folder, `${command}-progress.json`);
    this.#about = about;
  }

  /** Returns the stored position; undefined if there is none for this target and these options. */
  read(now: number): T | undefined {
    if (!existsSync(this.#file)) return undefined;
    try {
      const { about, at, value } = JSON.parse(readFileSync(this.#file, 'utf8')) as Stored<T>;
      return about === this.#about && now - at < MAX_AGE_MS ? value : undefined;
    } catch {
      return undefined;
    }
  }

  write(value: T, now: number): void {
    writeWhole(this.#file, JSON.stringify({ about: this.#about, at: now, value } satisfies Stored<T>));
  }

  remove(): void {
    rmSync(this.#file, { force: true });
  }
}
