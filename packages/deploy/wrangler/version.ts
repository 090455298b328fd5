/** Finds the version that serves a worker's requests, by several commands of wrangler. */
import * as shapes from './shapes';
import type { WranglerFailure } from './wrangler-failure';

type Ask = (args: readonly string[]) => Promise<unknown>;

/**
 * Error codes for a worker that does not exist (workers-sdk,
 * packages/deploy-helpers/src/deploy/helpers/worker-not-found-error.ts).
 */
const NO_WORKER = [10_007, 10_090];
/** Messages without a code that say the same (versions/deployments/status.ts, secret/index.ts). */
const NONE = /has no deployments|^wrangler secret list: Worker .* not found/;

function nullWhereNone(error: unknown): null {
  const { code, message } = error as WranglerFailure;
  if ((code !== undefined && NO_WORKER.includes(code)) || NONE.test(message)) return null;
  throw error;
}

/** The version that serves most requests of a worker; null where there is no such worker. */
export async function readVersion(ask: Ask, name: string): Promise<shapes.Version | null> {
  const deployment = await ask(['deployments', 'status', '--name', name, '--json']).catch(nullWhereNone);
  if (deployment === null) return readUndeployed(ask, name);
  type Share = { version_id: string; percentage: number };
  const { versions } = shapes.expectShape<{ versions: Share[] }>(deployment, shapes.isDeployment, 'deployments status');
  const most = [...versions].sort((a, b) => b.percentage - a.percentage)[0];
  if (most === undefined) return readUndeployed(ask, name);
  const said = await ask(['versions', 'view', most.version_id, '--name', name, '--json']);
  type Resources = { bindings: shapes.Binding[]; script_runtime?: { compatibility_date?: string } };
  type Said = { id: string; annotations?: Record<string, string>; resources: Resources };
  const version = shapes.expectShape<Said>(said, shapes.isVersion, 'versions view');
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
async function readUndeployed(ask: Ask, name: string): Promise<shapes.Version | null> {
  const versions = await ask(['versions', 'list', '--name', name, '--json']).catch(nullWhereNone);
  const listed = await ask(['secret', 'list', '--name', name]).catch(nullWhereNone);
  if (versions === null && listed === null) return null;
  const secrets = listed === null ? [] : shapes.expectShape<shapes.Binding[]>(listed, shapes.isSecrets, 'secret list');
  return { id: 'never deployed', message: '', bindings: secrets, serves: 'nothing' };
}
