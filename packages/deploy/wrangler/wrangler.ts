/** The only module that calls wrangler. Each command has a time limit, and its output is checked against its format. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { WRANGLER_SECRETS, withoutSecrets } from '#machine/secret-names.mjs';
import { describeMissingPermission } from '../permissions';
import { withPrivateFolder } from '../private-folders';
import type { CommandResult, RunWrangler } from './run';
import * as shapes from './shapes';
import { WranglerFailure } from './shapes';

const SECONDS = 1_000;
const TIMEOUTS = { read: 60 * SECONDS, act: 120 * SECONDS, deploy: 600 * SECONDS } as const;

type WranglerOptions = {
  readonly run: RunWrangler;
  /** Where private folders are made. */
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Shortens the time that a command may take, for tests. */
  readonly timeoutMs?: number;
};

type Call = {
  readonly timeout: keyof typeof TIMEOUTS;
  readonly config?: string | undefined;
  readonly secrets?: Readonly<Record<string, string>>;
};

type FinishedCommand = CommandResult & { readonly outputs: readonly shapes.OutputEntry[] };

/** Environment variables of every call, so that wrangler prints no banner and no colours, and sends no metrics. */
const QUIET = { WRANGLER_SEND_METRICS: 'false', WRANGLER_HIDE_BANNER: 'true', WRANGLER_LOG: 'log', NO_COLOR: '1' };

export class Wrangler {
  readonly #options: WranglerOptions;
  /** The id of the selected account, once it is known. */
  accountId: string | undefined;

  constructor(options: WranglerOptions) {
    this.#options = options;
  }

  /** Returns null if nobody is logged in. */
  async whoami(): Promise<shapes.Login | null> {
    const done = await this.#execute(['whoami', '--json'], { timeout: 'read' });
    const json = shapes.parseJson(done.stdout);
    if (done.code !== 0 && (json as { loggedIn?: unknown } | undefined)?.loggedIn === false) return null;
    return shapes.expectShape(this.#checked(done, 'whoami').json, shapes.isLogin, 'whoami');
  }

  async namespaces(): Promise<readonly shapes.Namespace[]> {
    return shapes.expectShape(await this.#run(['kv', 'namespace', 'list']), shapes.isNamespaces, 'kv namespace list');
  }

  async databases(): Promise<readonly shapes.Database[]> {
    return shapes.expectShape(await this.#run(['d1', 'list', '--json']), shapes.isDatabases, 'd1 list');
  }

  /** Returns the rows of a query. With `--json` wrangler never prompts. */
  async rows(database: string, sql: string): Promise<readonly shapes.Row[]> {
    const json = await this.#run(['d1', 'execute', database, '--remote', '--json', '--command', sql]);
    const results = shapes.expectShape<{ results: shapes.Row[] }[]>(json, shapes.isResults, 'd1 execute');
    return results.flatMap((one) => one.results);
  }

  /** Returns the version that serves most of a worker's requests; null if there is no such worker. */
  version = (name: string): Promise<shapes.Version | null> => readVersion((args) => this.#run(args), name);

  async createNamespace(title: string, jurisdiction: string | null): Promise<void> {
    const where = jurisdiction === null ? [] : ['--jurisdiction', jurisdiction];
    await this.#run(['kv', 'namespace', 'create', title, ...where, '--update-config=false'], { timeout: 'act' });
  }

  async createDatabase(name: string, jurisdiction: string | null): Promise<void> {
    const where = jurisdiction === null ? [] : ['--jurisdiction', jurisdiction];
    await this.#run(['d1', 'create', name, ...where, '--update-config=false'], { timeout: 'act' });
  }

  async migrate(config: string): Promise<void> {
    await this.#run(['d1', 'migrations', 'apply', 'DB', '--remote'], { timeout: 'deploy', config });
  }

  /**
   * Deploys a worker. Secrets that are not named stay.
   * @returns what wrangler reported after it had set routes and cron
   */
  async deploy(
    config: string,
    message: string,
    { secrets = {}, isStrict }: { secrets?: Readonly<Record<string, string>>; isStrict: boolean },
  ): Promise<{ versionId: string; targets: readonly string[] }> {
    const args = ['deploy', '--message', message, ...(isStrict ? ['--strict'] : [])];
    const done = await this.#execute(args, { timeout: 'deploy', config, secrets });
    // Without a terminal nobody can agree that changes of others are lost (helpers/deploy-confirm.ts). wrangler then
    // stops, and reports no version.
    const report = done.outputs.find(({ type }) => type === 'deploy');
    if (report !== undefined && !report.version_id)
      throw new WranglerFailure(
        'deploy',
        undefined,
        'something was changed in the dashboard or by the API, or a variable has the name of a secret there: --overwrite deploys over it',
      );
    this.#checked(done, 'deploy');
    if (!report?.version_id) throw new WranglerFailure('deploy', undefined, 'it reported no version');
    return { versionId: report.version_id, targets: report.targets ?? [] };
  }

  /** Uploads a version that no request reaches yet. Secrets stay. @returns its id */
  async upload(config: string, message: string): Promise<string> {
    const done = await this.#execute(['versions', 'upload', '--message', message], { timeout: 'deploy', config });
    this.#checked(done, 'versions upload');
    const report = done.outputs.find(({ type }) => type === 'version-upload');
    if (!report?.version_id) throw new WranglerFailure('versions upload', undefined, 'it reported no version');
    return report.version_id;
  }

  /** Splits the requests of a worker between versions. @param shares percentages by version, which sum up to 100 */
  async split(name: string, shares: Readonly<Record<string, number>>): Promise<void> {
    const specs = Object.entries(shares).map(([id, share]) => `${id}@${share}%`);
    await this.#run(['versions', 'deploy', ...specs, '--name', name, '--yes'], { timeout: 'act' });
  }

  /** Has wrangler read a configuration and bundle what it names, without an account. */
  async dryRun(config: string): Promise<void> {
    await withPrivateFolder(this.#options.home, (folder) =>
      this.#run(['deploy', '--dry-run', '--outdir', folder], { timeout: 'deploy', config }),
    );
  }

  async deleteWorker(name: string): Promise<void> {
    await this.#run(['delete', name, '--force'], { timeout: 'act' });
  }

  async deleteNamespace(id: string): Promise<void> {
    await this.#run(['kv', 'namespace', 'delete', '--namespace-id', id, '--skip-confirmation'], { timeout: 'act' });
  }

  async deleteDatabase(name: string): Promise<void> {
    await this.#run(['d1', 'delete', name, '--skip-confirmation'], { timeout: 'act' });
  }

  async #run(args: readonly string[], call: Call = { timeout: 'read' }): Promise<unknown> {
    return this.#checked(await this.#execute(args, call), args.slice(0, 3).filter(isWord).join(' ')).json;
  }

  /** Runs a command with private files, which are removed when it has ended. */
  #execute(args: readonly string[], { timeout, config, secrets = {} }: Call): Promise<FinishedCommand> {
    const { run, home, env, timeoutMs } = this.#options;
    return withPrivateFolder(home, async (folder) => {
      const inFolder = (name: string) => path.join(folder, name);
      // Without a configuration wrangler would read any configuration file in its working directory.
      if (config === undefined) writeFileSync(inFolder('wrangler.json'), '{"name":"swiftlet"}', { mode: 0o600 });
      const withSecrets = Object.keys(secrets).length > 0 ? ['--secrets-file', inFolder('secrets.json')] : [];
      if (withSecrets.length > 0) writeFileSync(inFolder('secrets.json'), JSON.stringify(secrets), { mode: 0o600 });
      const files = { WRANGLER_OUTPUT_FILE_PATH: inFolder('output'), WRANGLER_LOG_PATH: inFolder('log') };
      const account = this.accountId === undefined ? {} : { CLOUDFLARE_ACCOUNT_ID: this.accountId };
      const ended = await run([...args, ...withSecrets, '--config', config ?? inFolder('wrangler.json')], {
        env: { ...withoutSecrets(env, WRANGLER_SECRETS), ...QUIET, ...files, ...account },
        timeoutMs: timeoutMs ?? TIMEOUTS[timeout],
      });
      const outputs = existsSync(inFolder('output')) ? readFileSync(inFolder('output'), 'utf8') : '';
      return { ...ended, outputs: shapes.outputEntriesIn(outputs) };
    });
  }

  #checked(done: FinishedCommand, command: string): FinishedCommand & { json: unknown } {
    if (done.code === 0) return { ...done, json: shapes.parseJson(done.stdout) };
    if (done.code === null) throw new WranglerFailure(command, undefined, 'it did not answer in time, and was ended');
    const { code, status, text } = shapes.findReason(done, done.outputs);
    throw new WranglerFailure(command, code, `${text}${describeMissingPermission(command, code)}`, status);
  }
}

const isWord = (arg: string): boolean => /^[a-z0-9]+$/.test(arg);

type ReadJson = (args: readonly string[]) => Promise<unknown>;

/**
 * Error codes for a worker that does not exist (workers-sdk,
 * packages/deploy-helpers/src/deploy/helpers/worker-not-found-error.ts).
 */
const NO_WORKER = [10_007, 10_090];
/** Messages without a code that mean the same (versions/deployments/status.ts, secret/index.ts). */
const NONE = /has no deployments|^wrangler secret list: Worker .* not found/;

function nullIfNone(error: unknown): null {
  const { code, message } = error as WranglerFailure;
  if ((code !== undefined && NO_WORKER.includes(code)) || NONE.test(message)) return null;
  throw error;
}

/** Returns the version that serves most requests of a worker; null if there is no such worker. */
async function readVersion(readJson: ReadJson, name: string): Promise<shapes.Version | null> {
  const deployment = await readJson(['deployments', 'status', '--name', name, '--json']).catch(nullIfNone);
  if (deployment === null) return readUndeployed(readJson, name);
  type Share = { version_id: string; percentage: number };
  const { versions } = shapes.expectShape<{ versions: Share[] }>(deployment, shapes.isDeployment, 'deployments status');
  const most = [...versions].sort((a, b) => b.percentage - a.percentage)[0];
  if (most === undefined) return readUndeployed(readJson, name);
  const view = await readJson(['versions', 'view', most.version_id, '--name', name, '--json']);
  type Resources = { bindings: shapes.Binding[]; script_runtime?: { compatibility_date?: string } };
  type VersionView = { id: string; annotations?: Record<string, string>; resources: Resources };
  const version = shapes.expectShape<VersionView>(view, shapes.isVersion, 'versions view');
  return {
    id: version.id,
    message: version.annotations?.['workers/message'] ?? '',
    bindings: version.resources.bindings,
    serves: versions.length === 1 ? 'everything' : 'a part',
    compatibilityDate: version.resources.script_runtime?.compatibility_date,
  };
}

/**
 * Reads a worker that was created and never deployed, such as by `secret put` or the API. Only its secrets are known.
 */
async function readUndeployed(readJson: ReadJson, name: string): Promise<shapes.Version | null> {
  const versions = await readJson(['versions', 'list', '--name', name, '--json']).catch(nullIfNone);
  const listed = await readJson(['secret', 'list', '--name', name]).catch(nullIfNone);
  if (versions === null && listed === null) return null;
  const secrets = listed === null ? [] : shapes.expectShape<shapes.Binding[]>(listed, shapes.isSecrets, 'secret list');
  return { id: 'never deployed', message: '', bindings: secrets, serves: 'nothing' };
}
