/** The program behind `npm run doctor`. */
import { isIP } from 'node:net';
import path from 'node:path';
import { connect } from 'node:tls';
import { Account } from '#deploy/account';
import { Failure } from '#deploy/failure';
import { removePrivateFolders } from '#deploy/private-files';
import { resolves } from '#deploy/resolves';
import { endWranglers, type RunWrangler, wranglerProgram } from '#deploy/wrangler/run';
import { Wrangler } from '#deploy/wrangler/wrangler';
import { type Arguments, commandOf, readArguments, USAGE } from './arguments';
import type { Context, World } from './context';
import { examine } from './examine';
import { exitCodeOf, type Finding, NotSeen, nextStepOf, worstOf } from './finding';
import { Inside } from './inside';
import { findTarget, type Target } from './target';

export type Program = {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly root: string;
  readonly version: string;
  /** STATE_DIR. */
  readonly folder: string;
  /** wrangler, and what stands before its arguments. */
  readonly wrangler: readonly [string, ...string[]];
};

export type Examination = Omit<Program, 'args' | 'wrangler'> & {
  readonly given: Arguments;
  readonly run: RunWrangler;
  readonly world: World;
  readonly print: (text: string) => void;
};

const STOPPED = 130;
const CONNECT_MS = 15_000;

/** The end of the validity of a certificate that Node trusts for the host. */
function certificateEnd(host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const bare = host.replace(/^\[|\]$/g, '');
    // RFC 6066 allows no IP address as a server name.
    const named = isIP(bare) === 0 ? { servername: bare } : {};
    const socket = connect({ host: bare, port, ...named, timeout: CONNECT_MS }, () => {
      resolve(Date.parse(socket.getPeerCertificate().valid_to));
      socket.end();
    });
    socket.on('error', reject).on('timeout', () => socket.destroy(new Error('no answer in time')));
  });
}

const WORLD: World = {
  fetch: (address, init) => fetch(address, init),
  resolves,
  certificateEnd,
  now: () => Date.now(),
};

/** The account that the deployment is in, asked for once. */
function accountOf({ target }: { target: Target }, { run, env }: Examination): () => Promise<Account> {
  let known: Promise<Account> | undefined;
  async function open(): Promise<Account> {
    const { deployed } = target;
    if (deployed === undefined)
      throw new NotSeen('STATE_DIR knows no deployment at this address', 'Run it where npm run deploy was run.');
    const wrangler = new Wrangler({ run, home: deployed.home, env });
    if ((await wrangler.whoami()) === null)
      throw new NotSeen('nobody is logged in', 'Run npx wrangler login, or set CLOUDFLARE_API_TOKEN.');
    wrangler.accountId = deployed.state.account?.id;
    return new Account(wrangler, deployed.names);
  }
  return () => {
    known ??= open();
    return known;
  };
}

const MARKS = { ok: 'ok', note: 'note', elsewhere: '–', unknown: '?', warning: 'WARN', error: 'FAIL' } as const;

const linesOf = ({ check, severity, saw, advice }: Finding): string =>
  `${MARKS[severity].padEnd(5)} ${check.padEnd(25)} ${saw}.${advice === undefined ? '' : `\n${' '.repeat(32)}→ ${advice}`}\n`;

/** Looks at everything, and prints it. @returns the exit code @throws Failure where there is nothing to look at */
export async function doctor(examination: Examination): Promise<number> {
  const { given, world, root, version, print } = examination;
  const target = await findTarget({ ...examination, fetch: world.fetch });
  const { kind, api, short } = target;
  const inside = new Inside(world.fetch, target);
  const context: Context = { ...world, target, inside, account: accountOf({ target }, examination), root, version };
  if (!given.isJson) print(`${kind === 'machine' ? 'A machine' : 'A deployment'} at ${api}.\n\n`);
  const findings = await examine(context, (finding) => given.isJson || print(linesOf(finding)));
  const next = nextStepOf(findings, commandOf(given));
  if (given.isJson)
    print(`${JSON.stringify({ kind, api, short, worst: worstOf(findings), findings, next }, null, 2)}\n`);
  else print(`\n${next}\n`);
  return exitCodeOf(findings);
}

/** Ends where nobody reads on, such as behind `| head`, or on a signal. */
function endWhenStopped(): void {
  const end = () => {
    endWranglers();
    removePrivateFolders();
    process.exit(STOPPED);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
  process.stdout.on('error', end);
}

/** @returns the exit code */
export async function main({ args, wrangler, ...program }: Program): Promise<number> {
  const print = (text: string) => void process.stdout.write(text);
  try {
    const given = readArguments(args);
    if (given.isHelp) {
      print(USAGE);
      return 0;
    }
    endWhenStopped();
    const run = wranglerProgram(wrangler, path.resolve(program.root));
    return await doctor({ ...program, given, run, world: WORLD, print });
  } catch (fault) {
    const [line = ''] = (fault as Error).message.split('\n');
    const text = fault instanceof Failure ? line : `It failed in a way that nobody foresaw: ${line}`;
    if (args.includes('--json')) print(`${JSON.stringify({ error: text }, null, 2)}\n`);
    process.stderr.write(`${text}\n`);
    return 1;
  }
}
