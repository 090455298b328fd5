/** Checks of the service from the inside, by the operator's endpoints. */
import { statSync } from 'node:fs';
import path from 'node:path';
import type { Check } from '../context';
import { elsewhere, error, Inconclusive, note, ok, warning } from '../finding';
import type { OperatorApi } from '../operator-api';
import type { Deployed } from '../target';

const [MB, GB] = [1000 ** 2, 1000 ** 3];
/** The limits of a database, on the paid and on the free plan (developers.cloudflare.com/d1/platform/limits). */
const D1_LIMIT = 10 * GB;
const D1_FREE_LIMIT = 500 * MB;
const CRON_WARNS_SECONDS = 150;
const CRON_FAILS_SECONDS = 300;
/** More dirty links than this are an error. One run of the cron publishes as many. */
const DIRTY_FAILS = 200;
/** A running restore sends a page within a second, or repeats one for a few minutes while a store fails. */
const RESTORE_FAILS_SECONDS = 600;
/** Changes of triggers take up to 15 minutes (developers.cloudflare.com/workers/configuration/cron-triggers). */
const TRIGGERS_MS = 15 * 60_000;
const CANARY_FAILS_MS = 3 * 3_600_000;

const SOURCES = ['counters', 'd1'];

/** The sources of metrics that do not respond. @throws Inconclusive if the metrics do not name every source */
async function sourcesDown(operatorApi: OperatorApi): Promise<string[]> {
  const samples = (await operatorApi.metrics()).get('swiftlet_source_up') ?? [];
  const findFigure = (source: string) => samples.find(({ labels }) => labels.source === source)?.value;
  const missing = SOURCES.find((source) => findFigure(source) === undefined);
  if (missing !== undefined) throw new Inconclusive(`GET /admin/metrics does not say whether ${missing} responds`);
  return SOURCES.filter((source) => findFigure(source) !== 1);
}

const stores: Check = {
  name: 'stores',
  async run({ operatorApi }) {
    const down = await sourcesDown(operatorApi);
    if (down.length === 0) return ok('D1 and the objects respond');
    return error(
      `no answer from: ${down.join(', ')}`,
      'Look at www.cloudflarestatus.com and the log of the API worker.',
    );
  },
};

const versions: Check = {
  name: 'versions',
  async run({ operatorApi, version }) {
    const builds = (await operatorApi.metrics()).get('swiftlet_build_info') ?? [];
    const of = (worker: string) => builds.find(({ labels }) => labels.worker === worker)?.labels.version;
    const [api, redirect] = [of('api'), of('redirect')];
    if (api === undefined || redirect === undefined)
      throw new Inconclusive('not every worker says its version', 'Look at the row "stores".');
    const saw = `the API worker is ${api}, the redirect worker ${redirect}, this checkout ${version}`;
    if (api !== redirect) return error(saw, 'Run npm run deploy: an update has stopped half way.');
    return api === version ? ok(saw) : warning(saw, 'Deploy this checkout, or check out the version that runs.');
  },
};

const threatService: Check = {
  name: 'threat service',
  async run({ operatorApi, now }) {
    const { service, canary, canaryAt } = await operatorApi.threats();
    if (service === 'list')
      return note('destinations are checked by lists alone', 'docs/threats.md names two services.');
    if (canary === 'dead')
      return error(`${service} does not flag its own test page`, 'Check THREATS_KEY, and the log of the API worker.');
    if (canaryAt === null)
      return note(`${service} was not tried yet`, 'The cron does so once an hour: look at the row "cron".');
    const age = now() - Date.parse(canaryAt);
    if (canary === 'none' || age > CANARY_FAILS_MS)
      return warning(
        `${service} was not tried since ${canaryAt}`,
        'The cron does so once an hour: look at the row "cron".',
      );
    return ok(`${service} flags its own test page`);
  },
};

const threatList: Check = {
  name: 'threat list',
  async run({ operatorApi }) {
    const { service, testAddresses, importedEntries } = await operatorApi.threats();
    if (importedEntries !== null && importedEntries > 0) return ok(`${importedEntries} entries are imported`);
    const saw = `the list has only its ${testAddresses} test addresses`;
    const advice = 'Import a feed: npm run threats -- import FILE, with --remote for Cloudflare.';
    return note(service === 'list' ? saw : `${saw}; ${service} is asked too`, advice);
  },
};

const dirtyRows: Check = {
  name: 'dirty rows',
  async run({ operatorApi }) {
    const rows = (await operatorApi.metrics()).get('swiftlet_dirty_rows');
    if (rows === undefined) await operatorApi.figure('swiftlet_dirty_rows');
    const dirty = (rows ?? []).filter(({ value }) => value > 0);
    if (dirty.length === 0) return ok('KV and the objects have every change');
    const saw = dirty.map(({ labels: { table }, value }) => `${value} of ${table}`).join(', ');
    const most = Math.max(...dirty.map(({ value }) => value));
    const advice = 'Run it again in two minutes. If they stay, look for failed puts in the log of the API worker.';
    return most > DIRTY_FAILS ? error(`not published: ${saw}`, advice) : warning(`not published yet: ${saw}`, advice);
  },
};

/** Whether a deployment is so recent that its triggers may not have reached every location. */
const isFresh = (deployed: Deployed | undefined, now: number): boolean =>
  deployed !== undefined && now - statSync(`${deployed.home}.json`).birthtimeMs < TRIGGERS_MS;

const cron: Check = {
  name: 'cron',
  async run({ operatorApi, target, now }) {
    if ((await sourcesDown(operatorApi)).includes('counters'))
      throw new Inconclusive('the object with the counters does not respond', 'Look at the row "stores".');
    const [sample] = (await operatorApi.metrics()).get('swiftlet_cron_age_seconds') ?? [];
    const advice =
      target.kind === 'machine'
        ? 'Restart the machine, and look at its log. With METRICS_MS=off the API does not tell when the cron ran.'
        : 'Look at the triggers of the API worker: "* * * * *". With METRICS_MS = "off" the API does not tell when the cron ran.';
    if (sample === undefined && isFresh(target.deployed, now()))
      return note('the cron has not run yet', 'Cloudflare begins with it within fifteen minutes of a deployment.');
    if (sample === undefined) return error('the cron has never run, as far as the figures say', advice);
    const saw = `the cron ran ${Math.round(sample.value)} s ago`;
    if (sample.value > CRON_FAILS_SECONDS) return error(saw, advice);
    return sample.value > CRON_WARNS_SECONDS ? warning(saw, advice) : ok(saw);
  },
};

const restore: Check = {
  name: 'restore',
  async run({ operatorApi, target: { api, deployed } }) {
    if ((await sourcesDown(operatorApi)).includes('d1'))
      throw new Inconclusive('D1 does not respond', 'Look at the row "stores".');
    const [sample] = (await operatorApi.metrics()).get('swiftlet_restore_idle_seconds') ?? [];
    if (sample === undefined) return ok('none is under way');
    const saw = `one has not ended, and its last page came ${Math.round(sample.value)} s ago`;
    if (sample.value <= RESTORE_FAILS_SECONDS) return note(saw, 'The API is in maintenance until it ends.');
    const name = deployed === undefined ? api : path.basename(deployed.home);
    return error(
      saw,
      `Run the same npm run restore again, or give it up: npm run restore -- --abandon --to ${name} (docs/operating/backup.md).`,
    );
  },
};

const size: Check = {
  name: 'size of D1',
  async run({ operatorApi, target }) {
    const bytes = await operatorApi.figure('swiftlet_d1_size_bytes');
    const saw = bytes < GB ? `${(bytes / MB).toFixed(1)} MB` : `${(bytes / GB).toFixed(2)} GB`;
    if (target.kind === 'machine') return ok(`${saw}; here the disk is the limit`);
    const share = bytes / D1_LIMIT;
    const advice =
      'docs/design/publishing-to-kv.md says what a database holds, and what comes after it. Deleted accounts give room back.';
    if (share > 0.95) return error(`${saw} of 10 GB`, advice);
    if (share > 0.8) return warning(`${saw} of 10 GB`, advice);
    return bytes > D1_FREE_LIMIT * 0.8
      ? note(`${saw} of 10 GB; the free plan ends at 500 MB`, 'Take Workers Paid before it is full.')
      : ok(`${saw} of 10 GB`);
  },
};

const freePlan: Check = {
  name: 'free plan',
  async run({ target }) {
    if (target.kind === 'machine') return elsewhere('a machine has no plan of Cloudflare');
    return note(
      'the plan of the account is unknown. The free plan allows 1,000 puts of KV a day, one for each new or changed link, and 10 ms of processor time a request, which is too little for passwords of links',
      'Take Workers Paid where links have passwords, or more than 1,000 a day are made.',
    );
  },
};

export const SERVICE: readonly Check[] = [
  stores,
  versions,
  cron,
  dirtyRows,
  restore,
  threatService,
  threatList,
  size,
  freePlan,
];
