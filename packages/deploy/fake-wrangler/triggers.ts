/**
 * What a deployment sets after its upload: hosts, workers.dev and cron
 * (packages/deploy-helpers/src/triggers/deploy.ts).
 */
import type { Account, Worker } from './account';
import { type CommandOutput, failed } from './command-output';
import type { Config } from './config';

export function setTriggers(account: Account, worker: Worker, config: Config): string[] {
  const hosts = (config.routes ?? []).map(({ pattern }) => pattern);
  // Without a terminal wrangler takes a domain from the worker that has it (publish-routes.ts:
  // override_existing_origin).
  for (const other of Object.values(account.workers))
    other.domains = other.domains.filter((one) => !hosts.includes(one));
  worker.isOnWorkersDev = config.workers_dev;
  worker.domains = hosts;
  worker.crons = [...(config.triggers?.crons ?? [])];
  return [
    ...(config.workers_dev ? [`https://${config.name}.${account.subdomain}`] : []),
    ...hosts.map((host) => `${host} (custom domain)`),
    ...worker.crons.map((cron) => `schedule: ${cron}`),
  ];
}

/**
 * Returns the output for a host in no zone of the account. The text around the API's message is that of
 * triggers/deploy.ts. The message itself is an assumption, because the real one is not known.
 */
export function hostsWithoutZone(account: Account, { name, routes = [] }: Config): CommandOutput | undefined {
  const isInZone = (host: string) => account.zones?.some((zone) => host.endsWith(`.${zone}`)) ?? true;
  const host = routes.map(({ pattern }) => pattern).find((one) => !isInZone(one));
  if (host === undefined) return undefined;
  const why = `A request to the Cloudflare API (/accounts/${account.id}/workers/scripts/${name}/domains/records) failed.`;
  return failed(
    `Trigger configuration for "${name}" was only partially updated:\n\n  Custom domains:\n    - ${why}\n      - no zone for ${host} [code: 100117]\n\nSuccessful trigger changes were not rolled back.`,
  );
}
