/**
 * The backup of a deployment: the pages that its operator's endpoints return, one file for each (specification 13.13).
 * A backup reads them from a service, and a restore sends them to an empty service. The service may be a machine on a
 * state folder, started for this purpose.
 */
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Failure } from '../failure';
import { writeWhole } from '../processes.mjs';
import { type RunOptions, reach } from '../run';
import { randomSecret, secretFile } from '../secrets';

/** The folder of a backup that holds the pages. */
export const PAGES = 'deployment';

/** Sends a request to a service. @throws Error for a response that is no 2xx */
export type Ask = (
  method: string,
  path: string,
  init?: { readonly headers?: Readonly<Record<string, string>>; readonly body?: string | Uint8Array },
) => Promise<Response>;

/** What a restore must know before it sends the first page. */
type Head = {
  readonly id: string;
  /** ISO 8601. */
  readonly madeAt: string;
  readonly pepper: string;
  readonly migrations: readonly string[];
  readonly tables: string;
};

const HEAD = 'head.json';
const THREAT_LIST = 'threat-list';

const inPages = (folder: string, ...names: string[]): string => path.join(folder, PAGES, ...names);

/** Whether a folder holds the backup of a deployment. Otherwise it is the folder of a machine. */
export const isOfDeployment = (folder: string): boolean => existsSync(inPages(folder, HEAD));

const readHead = (folder: string): Head => JSON.parse(readFileSync(inPages(folder, HEAD), 'utf8')) as Head;

/** The id of the backup in a folder of pages. */
export const readBackupId = (folder: string): string => readHead(folder).id;

const JSON_TYPE = { 'Content-Type': 'application/json' };
const post = (ask: Ask, route: string, body: unknown): Promise<Response> =>
  ask('POST', route, { headers: JSON_TYPE, body: JSON.stringify(body) });

const write = (file: string, content: string | Uint8Array): void => writeFileSync(file, content, { mode: 0o600 });

/**
 * Reads all pages of a service into a folder.
 * @param now epoch milliseconds
 * @param onPage is called with the number of pages after each
 */
export async function pullPages(ask: Ask, folder: string, now: number, onPage: (pages: number) => void): Promise<void> {
  mkdirSync(inPages(folder, 'pages'), { recursive: true, mode: 0o700 });
  const { pepper, migrations, tables } = (await (await ask('GET', '/admin/backup')).json()) as Head;
  let cursor: string | null = null;
  let count = 0;
  do {
    const response = await post(ask, '/admin/backup/pages', { cursor });
    const { page, nextCursor } = (await response.json()) as { page: unknown; nextCursor: string | null };
    write(inPages(folder, 'pages', `${String(++count).padStart(8, '0')}.json`), JSON.stringify(page));
    onPage(count);
    cursor = nextCursor;
  } while (cursor !== null);
  const list = new Uint8Array(await (await ask('GET', '/admin/backup/threat-list')).arrayBuffer());
  if (list.byteLength > 0) write(inPages(folder, THREAT_LIST), list);
  const head: Head = { id: randomUUID(), madeAt: new Date(now).toISOString(), pepper, migrations, tables };
  write(inPages(folder, HEAD), JSON.stringify(head));
}

type PushOptions = {
  /** Whether the restore may lose the passwords of links, because the service has another pepper. */
  readonly allowOtherPepper?: boolean;
  /** Is called after each page, with the number of sent pages and the number of all pages. */
  readonly onPage: (sent: number, all: number) => void;
};

/**
 * Sends all pages of a folder to an empty service, and then publishes the links. The last page is sent first, so that
 * Durable Objects precede the links that need them, and accounts their rows. An interrupted call may be repeated.
 */
export async function pushPages(
  ask: Ask,
  folder: string,
  { allowOtherPepper = false, onPage }: PushOptions,
): Promise<void> {
  const { id, pepper, migrations, tables } = readHead(folder);
  await post(ask, '/admin/restore', { id, pepper, migrations, tables, allowOtherPepper });
  if (existsSync(inPages(folder, THREAT_LIST))) {
    const body = readFileSync(inPages(folder, THREAT_LIST));
    await ask('PUT', '/admin/backup/threat-list', { headers: { 'Content-Type': 'application/octet-stream' }, body });
  }
  // The page that is sent last ends maintenance. A later page would undo the edits made since then.
  const names = readdirSync(inPages(folder, 'pages')).sort().reverse();
  for (const [sent, name] of names.entries()) {
    const page = JSON.parse(readFileSync(inPages(folder, 'pages', name), 'utf8'));
    await post(ask, '/admin/restore/pages', { id, page });
    onPage(sent + 1, names.length);
  }
  await post(ask, '/admin/restore/end', { id });
  await publish(ask);
}

/** Publishes every link: KV is not in the backup, because D1 says what it must contain. */
async function publish(ask: Ask): Promise<void> {
  let cursor: string | null = null;
  do {
    const response = await post(ask, '/admin/republish', { cursor });
    cursor = ((await response.json()) as { nextCursor: string | null }).nextCursor;
  } while (cursor !== null);
}

type Options = Omit<RunOptions, 'mode'>;

/** Starts a machine without ports on a folder that nobody else uses, with a backup token for this call only. */
async function askOn<T>(options: Options, folder: string, act: (ask: Ask) => Promise<T>): Promise<T> {
  const backupToken = randomSecret();
  const env: RunOptions['env'] = { ...options.env, STATE_DIR: folder, BACKUP_TOKEN: backupToken };
  return reach({ ...options, env }, async (control) => {
    const token = env.ADMIN_TOKEN || readFileSync(secretFile(folder, 'ADMIN_TOKEN'), 'utf8').trim();
    return act(async (method, route, { headers = {}, body } = {}) => {
      const response = await control.send(method, route, token, { ...headers, 'X-Backup-Token': backupToken }, body);
      if (response.ok) return response;
      const { message } = (await response.json().catch(() => ({}))) as { message?: string };
      throw new Failure(`${route} responded ${response.status}: ${message ?? 'no reason given'}.`);
    });
  });
}

/** Reads the pages of a restored machine's folder, which nobody else uses, into another folder. */
export const pagesOfMachine = (options: Options, state: string, folder: string, now: number): Promise<void> =>
  askOn(options, state, (ask) => pullPages(ask, folder, now, () => {}));

/**
 * Restores pages into a new state folder. It stores the PEPPER of the environment in the folder, in the file of a
 * generated PEPPER.
 * @throws Failure if the environment has no PEPPER, or not that of the backup
 */
export async function restorePages(options: Options, folder: string, state: string): Promise<void> {
  const { PEPPER: pepper } = options.env;
  if (!pepper)
    throw new Failure('PEPPER must be that of the deployment: without it the passwords of links would be lost.');
  mkdirSync(path.join(state, 'secrets'), { recursive: true, mode: 0o700 });
  writeWhole(secretFile(state, 'PEPPER'), pepper);
  await askOn(options, state, (ask) => pushPages(ask, folder, { onPage: () => {} }));
  rmSync(path.join(state, 'running.lock'), { force: true });
  rmSync(path.join(state, 'control.json'), { force: true });
}
