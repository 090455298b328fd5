/**
 * A Miniflare plugin for KV namespaces in memory. Each namespace is a Map in a separate worker. Miniflare's own KV
 * reads a row and a file for every get, which costs three times as much as a whole visit. Production has no such cost.
 */
import type { Plugin } from 'miniflare';

export const MEMORY_KV = 'memory-kv';

/** `script` is the bundle of worker.ts. */
export type MemoryKvOptions = { readonly id: string; readonly script: string };

type Env = Record<string, { type: string; dev?: { options?: MemoryKvOptions } }>;

const namespacesIn = (config: { env?: unknown }) =>
  Object.entries((config.env ?? {}) as Env).flatMap(([name, { type, dev }]) =>
    type === `unsafe:${MEMORY_KV}` && dev?.options !== undefined ? [{ name, ...dev.options }] : [],
  );

const serviceName = (id: string) => `${MEMORY_KV}:${id}`;

const plugin: Plugin = {
  getBindings: ({ config }) =>
    namespacesIn(config).map(({ name, id }) => ({ name, kvNamespace: { name: serviceName(id) } })),
  getNodeBindings: () => ({}),
  getServices: ({ options }) =>
    namespacesIn(options.config).map(({ id, script }) => ({
      name: serviceName(id),
      worker: { compatibilityDate: '2026-08-01', modules: [{ name: 'worker.js', esModule: script }] },
    })),
};

export const plugins = { [MEMORY_KV]: plugin };
