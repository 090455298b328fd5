/** Finds the version that serves a worker's requests, by several commands of wrangler. */
import * as shapes from './shapes';
import type { WranglerFailure } from './wrangler-failure';

type ReadJson = (args: readonly string[]) => Promise<unknown>;

/**
 * Error codes for a worker that does not exist (workers-sdk,
 * packages/deploy-helpers/src/deploy/helpers/worker-not-found-error.ts).
 */
const NO_WORKER = [10_007, 10_090];
/** Messages without a code that say the same (versions/deployments/status.ts, secret/index.ts). */
const NONE = /has no deployments|^wrangler secret list: Worker .* not found/;

function nullIfNone(error: unknown): null {
  const { code, message } = error as WranglerFailure;
  if ((code !== undefined && NO_WORKER.includes(code)) || NONE.test(message)) return null;
  throw error;
}

/** Returns the version that serves most requests of a worker; null if there is no such worker. */
export async function readVersion(readJson: ReadJson, name: string): Promise<shapes.Version | null> {
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
