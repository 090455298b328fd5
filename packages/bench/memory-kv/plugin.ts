/**
 * A Miniflare plugin for KV namespaces in memory. Each namespace is a Map in a separate worker. Miniflare's own KV
 * reads a row and a file for every get, which costs three times as much as a whole visit. Production has no such cost.
 */
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import type { Plugin } from 'miniflare';

export const MEMORY_KV = 'memory-kv';

type Env = Record<string, { type: string; dev?: { options?: { readonly id: string } } }>;

const bindingsIn = (config: { env?: unknown }) =>
  Object.entries((config.env ?? {}) as Env).flatMap(([name, { type, dev }]) =>
    type === `unsafe:${MEMORY_KV}` && dev?.options !== undefined
      ? [{ name, kvNamespace: { name: `${MEMORY_KV}:${dev.options.id}` } }]
      : [],
  );

const esModule = stripTypeScriptTypes(readFileSync(new URL('worker.ts', import.meta.url), 'utf8'));
const worker = { compatibilityDate: '2026-08-01', modules: [{ name: 'worker.js', esModule }] };

const plugin: Plugin = {
  getBindings: ({ config }) => bindingsIn(config),
  getNodeBindings: () => ({}),
  getServices: ({ options }) => bindingsIn(options.config).map(({ kvNamespace }) => ({ ...kvNamespace, worker })),
};

export const plugins = { [MEMORY_KV]: plugin };
