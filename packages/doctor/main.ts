/**
 * The program behind `npm run doctor`. It makes every check, one after the other. A check that cannot be made says why,
 * and is no success.
 */
import { statfsSync } from 'node:fs';
import { isIP } from 'node:net';
import path from 'node:path';
import { connect } from 'node:tls';
import { Account } from '#deploy/account';
import { resolves } from '#deploy/context';
import { removePrivateFolders } from '#deploy/private-folders';
import { endWranglers, makeRunWrangler, type RunWrangler } from '#deploy/wrangler/run';
import { Wrangler } from '#deploy/wrangler/wrangler';
import { formatError } from '#machine/failure';
import { type Arguments, formatCommand, readArguments, writeUsage } from './arguments';
import { ACCOUNT } from './checks/account';
import { OF_FOLDER } from './checks/machine';
import { REACH } from './checks/reach';
import { SERVICE } from './checks/service';
import { ZONE } from './checks/zone';
import { type Check, type Context, type Dependencies, isOfDns, type Validity } from './context';
import {
  type CheckResult,
  chooseExitCode,
  chooseNextStep,
  elsewhere,
  type Finding,
  findWorst,
  Inconclusive,
  unknown,
} from './finding';
import { OperatorApi } from './operator-api';
import { findTarget, localFetch, type Target } from './target';

export type Program = {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly root: string;
  readonly version: string;
  /** STATE_DIR. */
  readonly folder: string;
  /** The command by which a person calls the doctor. */
  readonly command: string;
  /** The program of wrangler and its first arguments. */
  readonly wrangler: readonly [string, ...string[]];
};

export type DoctorOptions = Omit<Program, 'args' | 'wrangler'> & {
  readonly args: Arguments;
  readonly run: RunWrangler;
  readonly dependencies: Dependencies;
  readonly print: (text: string) => void;
};

const STOPPED = 130;
const CONNECT_MS = 15_000;

/** The validity of a certificate that Node trusts for the host. */
function certificate(host: string, port: number): Promise<Validity> {
  return new Promise((resolve, reject) => {
    const bare = host.replace(/^\[|\]$/g, '');
    // RFC 6066 allows no IP address as a server name.
    const named = isIP(bare) === 0 ? { servername: bare } : {};
    const socket = connect({ host: bare, port, ...named, timeout: CONNECT_MS }, () => {
      const { valid_from: from, valid_to: to } = socket.getPeerCertificate();
      resolve({ from: Date.parse(from), to: Date.parse(to) });
      socket.end();
    });
    socket.on('error', reject).on('timeout', () => socket.destroy(new Error('no answer in time')));
  });
}

/** The room on the disk of a folder. `free` is what a user without privileges may still write. */
function room(folder: string): { free: number; total: number } {
  const { bavail, blocks, bsize } = statfsSync(folder);
  return { free: bavail * bsize, total: blocks * bsize };
}

const DEPENDENCIES: Dependencies = {
  fetch: (address, init) => fetch(address, init),
  resolves,
  certificate,
  room,
  now: () => Date.now(),
};

/** Returns a function that opens the account of the deployment at its first call. */
function openAccount({ target }: { target: Target }, { run, env }: DoctorOptions): () => Promise<Account> {
  let known: Promise<Account> | undefined;
  async function open(): Promise<Account> {
    const { deployed } = target;
    if (deployed === undefined)
      throw new Inconclusive('STATE_DIR knows no deployment at this address', 'Run it where npm run deploy was run.');
    const wrangler = new Wrangler({ run, home: deployed.home, env });
    if ((await wrangler.whoami()) === null)
      throw new Inconclusive('nobody is logged in', 'Run npx wrangler login, or set CLOUDFLARE_API_TOKEN.');
    wrangler.accountId = deployed.state.account?.id;
    return new Account(wrangler, deployed.names);
  }
  return () => {
    known ??= open();
    return known;
  };
}

const MARKS = { ok: 'ok', note: 'note', elsewhere: '–', unknown: '?', warning: 'WARN', error: 'FAIL' } as const;

const formatFinding = ({ check, severity, saw, advice }: Finding): string =>
  `${MARKS[severity].padEnd(5)} ${check.padEnd(25)} ${saw}.${advice === undefined ? '' : `\n${' '.repeat(32)}→ ${advice}`}\n`;

/** Makes all checks, and prints the findings. @returns the exit code @throws Failure if there is nothing to examine */
export async function doctor(options: DoctorOptions): Promise<number> {
  const { args, dependencies, root, version, print } = options;
  const target = await findTarget({ ...options, fetch: dependencies.fetch });
  const { kind, api, short } = target;
  const fetch = target.local === undefined ? dependencies.fetch : localFetch(target.local);
  const operatorApi = new OperatorApi(fetch, target);
  const context: Context = {
    ...dependencies,
    fetch,
    target,
    operatorApi,
    account: openAccount({ target }, options),
    root,
    version,
  };
  if (!args.isJson)
    print(
      `${kind === 'machine' ? 'A machine' : 'A deployment'} at ${api}${target.local === undefined ? '' : ', asked at the sockets of this computer'}.\n\n`,
    );
  const findings = await runChecks(context, (finding) => args.isJson || print(formatFinding(finding)));
  const next = chooseNextStep(findings, formatCommand(args, options.command));
  if (args.isJson)
    print(`${JSON.stringify({ kind, api, short, worst: findWorst(findings), findings, next }, null, 2)}\n`);
  else print(`\n${next}\n`);
  return chooseExitCode(findings);
}

/** Lets a signal end wrangler and remove its private files. */
function endOnSignals(): void {
  const end = () => {
    endWranglers();
    removePrivateFolders();
    process.exit(STOPPED);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
}

/** @returns the exit code */
export async function main({ args, wrangler, ...program }: Program): Promise<number> {
  const print = (text: string) => void process.stdout.write(text);
  try {
    const parsed = readArguments(args);
    if (parsed.isHelp) {
      print(writeUsage(program.command));
      return 0;
    }
    endOnSignals();
    const run = makeRunWrangler(wrangler, path.resolve(program.root));
    return await doctor({ ...program, args: parsed, run, dependencies: DEPENDENCIES, print });
  } catch (fault) {
    const text = formatError(fault);
    if (args.includes('--json')) print(`${JSON.stringify({ error: text }, null, 2)}\n`);
    process.stderr.write(`${text}\n`);
    return 1;
  }
}

export const CHECKS: readonly Check[] = [...REACH, ...SERVICE, ...OF_FOLDER, ...ACCOUNT, ...ZONE];

const OF_A_MACHINE: Readonly<Record<string, string>> = {
  bindings: 'a machine is built with its bindings',
  migrations: 'a machine applies them at every start',
  secrets: 'a machine does not start without them',
};

/** Checks of what is between a client and the machine. The doctor skips them if it requests the machine's sockets. */
const OF_THE_WAY = [
  'DNS',
  'certificate',
  'untrusted proxy',
  'http to https',
  'cache rules',
  'Rocket Loader',
  'Bot Fight Mode',
  'Always Online',
];

async function runCheck(check: Check, context: Context): Promise<CheckResult> {
  if (check.isOfAccount && context.target.kind === 'machine')
    return elsewhere(OF_A_MACHINE[check.name] ?? 'a machine has nothing of the kind');
  if (context.target.local !== undefined && OF_THE_WAY.includes(check.name))
    return elsewhere('only another computer sees what is between a client and this machine');
  try {
    return await check.run(context);
  } catch (fault) {
    const { message, name, cause } = fault as Error & { cause?: { code?: string } };
    if (fault instanceof Inconclusive) return unknown(fault.message, fault.advice);
    if (isOfDns(cause?.code)) return unknown(`DNS has no answer (${cause?.code})`, 'Look at the row "DNS".');
    // The message of a failed fetch does not contain the address. That of wrangler is one line for people.
    return unknown(`${message.split('\n')[0] || name}${cause?.code ? ` (${cause.code})` : ''}`);
  }
}

/** @param onFinding is called with each finding as soon as its check ends */
export async function runChecks(context: Context, onFinding: (finding: Finding) => void): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const check of CHECKS) {
    const finding = { check: check.name, ...(await runCheck(check, context)) };
    findings.push(finding);
    onFinding(finding);
  }
  return findings;
}
