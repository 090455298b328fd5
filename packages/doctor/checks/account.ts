/** Checks of the account by wrangler, and of the files that the deployment was made from. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { parse } from 'smol-toml';
import { WRANGLER_FILES } from '#deploy/configuration';
import { hasOwnTables } from '#deploy/steps/database';
import type { Version } from '#deploy/wrangler/shapes';
import { ask, type Check, type Context } from '../context';
import { error, Inconclusive, note, ok, unknown, warning } from '../finding';
import type { Deployed } from '../target';

const REDEPLOY = 'Run npm run deploy again.';

/** @throws Inconclusive */
function requireDeployed({ target: { deployed } }: Context): Deployed {
  if (deployed !== undefined) return deployed;
  throw new Inconclusive('STATE_DIR knows no deployment at this address', 'Run it where npm run deploy was run.');
}

/** Returns the deployed versions of both workers. @throws Inconclusive */
async function readWorkers(context: Context): Promise<{ redirect: Version; api: Version }> {
  const { names } = requireDeployed(context);
  const account = await context.account();
  const [redirect, api] = [await account.version(names.redirect), await account.version(names.api)];
  if (redirect === null || api === null)
    throw new Inconclusive(`the account has no worker ${redirect === null ? names.redirect : names.api}`, REDEPLOY);
  return { redirect, api };
}

const SHARED = ['DB', 'ROUTES', 'CLICKS', 'STATISTICS'];
const EXPECTED = { redirect: SHARED, api: [...SHARED, 'KEYS', 'ADDRESSES'] } as const;

const bindings: Check = {
  name: 'bindings',
  isOfAccount: true,
  async run(context) {
    const workers = await readWorkers(context);
    const find = (kind: 'redirect' | 'api', name: string) => workers[kind].bindings.find((one) => one.name === name);
    const missing = (['redirect', 'api'] as const).flatMap((kind) =>
      EXPECTED[kind].filter((name) => find(kind, name) === undefined).map((name) => `${name} of the ${kind} worker`),
    );
    if (missing.length > 0) return error(`missing: ${missing.join(', ')}`, REDEPLOY);
    const listStores = (kind: 'redirect' | 'api') => [find(kind, 'DB')?.id, find(kind, 'ROUTES')?.namespace_id];
    const [redirect, api] = [listStores('redirect'), listStores('api')];
    if ([...redirect, ...api].includes(undefined))
      return unknown('wrangler does not tell which D1 and KV the workers bind', 'Look at them in the dashboard.');
    return isDeepStrictEqual(redirect, api)
      ? ok('both workers bind one D1, one KV and the Durable Object classes')
      : error('the two workers bind different stores', `${REDEPLOY} Links made meanwhile are in one of them alone.`);
  },
};

const secrets: Check = {
  name: 'secrets',
  isOfAccount: true,
  async run(context) {
    await readWorkers(context);
    const { names } = requireDeployed(context);
    const account = await context.account();
    const [redirect, api] = [await account.listSecrets(names.redirect), await account.listSecrets(names.api)];
    const threats = (await account.variable('THREATS')) ?? 'list';
    const missing = [
      ...(redirect.includes('PEPPER') ? [] : ['PEPPER of the redirect worker']),
      ...['PEPPER', 'ADMIN_TOKEN', ...(threats === 'list' ? [] : ['THREATS_KEY'])]
        .filter((name) => !api.includes(name))
        .map((name) => `${name} of the API worker`),
    ];
    if (missing.length > 0)
      return error(
        `missing: ${missing.join(', ')}`,
        'Set each with npx wrangler secret put; PEPPER must be the one that was used before.',
      );
    const previous = [redirect, api].filter((all) => all.includes('PEPPER_PREVIOUS')).length;
    if (previous === 1)
      return error(
        'PEPPER_PREVIOUS is at one worker alone',
        'Set it at both, or delete it (docs/operating/pepper.md).',
      );
    if (previous === 2)
      return note('the former pepper is still valid', 'docs/operating/pepper.md says when it can go.');
    return ok('both workers have PEPPER, and the API worker has ADMIN_TOKEN');
  },
};

const migrations: Check = {
  name: 'migrations',
  isOfAccount: true,
  async run(context) {
    const { state, names } = requireDeployed(context);
    const account = await context.account();
    const database =
      (await account.databases()).find(({ uuid }) => uuid === state.database?.id)?.name ?? names.database;
    const rows = await account.rows(database, 'SELECT name FROM d1_migrations');
    const applied = new Set(rows.map(({ name }) => String(name)));
    const own = readdirSync(path.join(context.root, 'migrations')).filter((name) => name.endsWith('.sql'));
    if (applied.size > 0 && !(await hasOwnTables(context.root, applied, (sql) => account.rows(database, sql))))
      return error(
        'the tables are those of another version',
        'Check out the version that runs (docs/operating/deploying.md).',
      );
    const missing = own.filter((name) => !applied.has(name)).sort();
    if (missing.length > 0) return error(`not applied: ${missing.join(', ')}`, REDEPLOY);
    const newer = [...applied].filter((name) => !own.includes(name)).sort();
    return newer.length > 0
      ? warning(`the database has ${newer.join(', ')}, of a newer version`, 'Check out the version that runs.')
      : ok(`all ${own.length} are applied`);
  },
};

const compatibility: Check = {
  name: 'compatibility dates',
  isOfAccount: true,
  async run(context) {
    const workers = await readWorkers(context);
    const dates = (['redirect', 'api'] as const).map((kind) => ({
      kind,
      actual: workers[kind].compatibilityDate,
      wanted: String(parse(readFileSync(path.join(context.root, WRANGLER_FILES[kind]), 'utf8')).compatibility_date),
    }));
    const unread = dates.find(({ actual }) => actual === undefined);
    if (unread !== undefined) return unknown(`wrangler does not tell the date of the ${unread.kind} worker`);
    const other = dates.filter(({ actual, wanted }) => actual !== wanted);
    return other.length === 0
      ? ok(`both are ${dates[0]?.actual}, as in this checkout`)
      : warning(
          other
            .map(({ kind, actual, wanted }) => `the ${kind} worker has ${actual}, this checkout ${wanted}`)
            .join('; '),
          'Deploy this checkout: the tests ran with its date.',
        );
  },
};

type Configuration = {
  readonly workers_dev?: boolean;
  readonly preview_urls?: boolean;
  readonly observability?: { readonly logs?: { readonly invocation_logs?: boolean } };
};

/** The wrangler file that a worker was deployed from. @throws Inconclusive */
function requireConfiguration(context: Context, kind: 'redirect' | 'api'): Configuration {
  const file = path.join(requireDeployed(context).home, `${kind}.json`);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Configuration;
  throw new Inconclusive(`the file that the ${kind} worker was deployed from is not here`, REDEPLOY);
}

const addresses: Check = {
  name: 'workers.dev and previews',
  isOfAccount: true,
  async run(context) {
    const { state, names } = requireDeployed(context);
    const both = (['redirect', 'api'] as const).map((kind) => requireConfiguration(context, kind));
    if (both.some(({ preview_urls: has }) => has !== false))
      return error('old versions are served at preview addresses', 'Set preview_urls = false and deploy.');
    if (state.answers?.hosts === 'workers.dev')
      return note('it is on workers.dev, by choice', 'Rules of a zone do not apply there.');
    const advice = 'Set workers_dev = false and deploy: rules of the zone do not protect that address.';
    if (both.some(({ workers_dev: has }) => has !== false)) return error('a worker is on workers.dev too', advice);
    if (state.subdomain === undefined) return ok('both are off, by the files of the last deployment');
    const healthPages = [`${names.redirect}.${state.subdomain}/.health`, `${names.api}.${state.subdomain}/health`];
    for (const page of healthPages) {
      const address = `https://${page}`;
      const isThere = await ask(context, address).then(
        ({ ok: isOk }) => isOk,
        () => false,
      );
      if (isThere) return error(`${address} answers`, `Somebody has switched it on in the dashboard. ${advice}`);
    }
    return ok('both are off, and nothing answers there');
  },
};

const platformLogs: Check = {
  name: 'invocation logs',
  isOfAccount: true,
  async run(context) {
    const both = (['redirect', 'api'] as const).map((kind) => requireConfiguration(context, kind));
    return both.every(({ observability }) => observability?.logs?.invocation_logs === false)
      ? ok('off, by the files of the last deployment; the dashboard could change it, and wrangler does not tell')
      : error(
          'the platform stores a line per invocation',
          'Set invocation_logs = false and deploy: that line has the addresses of clients and the passwords of links.',
        );
  },
};

export const ACCOUNT: readonly Check[] = [bindings, migrations, secrets, addresses, compatibility, platformLogs];
