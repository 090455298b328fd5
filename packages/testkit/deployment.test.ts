/**
 * The settings that the wrangler files deploy: the two workers, and the one script of the Deploy to Cloudflare button.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { unstable_readConfig as readConfig } from 'wrangler';
import { rateLimitId } from '../deploy/names';
import { workerdBinary } from './built';

const FILES = ['wrangler.api.toml', 'wrangler.redirect.toml', 'wrangler.jsonc'];

describe.each(FILES)('%s', (config) => {
  const { observability, logpush, tail_consumers, workers_dev, preview_urls, vars } = readConfig({ config });

  it('stores the worker’s own log lines, and no line of the platform with a request’s headers', () => {
    expect(observability).toMatchObject({ enabled: true, logs: { enabled: true, invocation_logs: false } });
    // A trace contains the URL of a request, and the address of its visitor.
    expect(observability?.traces?.enabled ?? false).toBe(false);
  });

  it('sends no log to other services', () => {
    expect(logpush ?? false).toBe(false);
    expect(tail_consumers ?? []).toEqual([]);
    expect(observability?.logs?.destinations ?? []).toEqual([]);
  });

  it('leaves the jurisdiction of the objects to the operator', () => {
    expect(vars.JURISDICTION).toBe('');
  });

  it('serves no preview address, and only the one script on workers.dev', () => {
    // workers.dev is the only address that the button knows.
    expect({ workers_dev, preview_urls }).toEqual({ workers_dev: config === 'wrangler.jsonc', preview_urls: false });
  });
});

describe('workerd without --experimental', () => {
  /** The errors of workerd as it runs an empty worker with these flags. */
  function errorsWith(date: string, flags: readonly string[]): string {
    const folder = mkdtempSync(path.join(tmpdir(), 'swiftlet-flags-'));
    const file = path.join(folder, 'config.capnp');
    writeFileSync(
      file,
      `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (services = [(name = "empty", worker = (
  modules = [(name = "empty.js", esModule = "export default { test() {} };")],
  compatibilityDate = "${date}",
  compatibilityFlags = ${JSON.stringify(flags)},
))]);`,
    );
    try {
      const { status, stderr } = spawnSync(workerdBinary(), ['test', file], { encoding: 'utf8' });
      return status === 0 ? '' : stderr;
    } finally {
      rmSync(folder, { recursive: true });
    }
  }

  it.each(FILES)('accepts the compatibility flags of %s', (config) => {
    const { compatibility_date: date = '', compatibility_flags: flags } = readConfig({ config });
    expect(errorsWith(date, flags)).toBe('');
  });

  it.each(['new_module_registry', 'experimental'])('refuses %s', (flag) => {
    expect(errorsWith('2026-08-01', ['nodejs_compat', flag])).toContain('--experimental');
  });
});

/** The fields of a wrangler file that the tests below read. wrangler does not export the complete type. */
type Deployed = {
  readonly account_id?: string;
  readonly compatibility_date: string;
  readonly compatibility_flags: readonly string[];
  readonly vars: Record<string, unknown>;
  readonly d1_databases: readonly { readonly database_id?: string }[];
  readonly kv_namespaces: readonly { readonly id?: string }[];
  readonly durable_objects: {
    readonly bindings: readonly { readonly name: string; readonly class_name: string; readonly script_name?: string }[];
  };
  readonly ratelimits: readonly { readonly name: string; readonly namespace_id: string; readonly simple: unknown }[];
  readonly migrations: readonly { readonly tag: string; readonly new_sqlite_classes?: readonly string[] }[];
};

describe('the one script', () => {
  const read = (config: string): Deployed => readConfig({ config });
  const one = read('wrangler.jsonc');
  const redirect = read('wrangler.redirect.toml');
  const api = read('wrangler.api.toml');

  it('names no resource of anybody’s account', () => {
    expect(one.d1_databases.map((database) => database.database_id)).toEqual([undefined]);
    expect(one.kv_namespaces.map(({ id }) => id)).toEqual([undefined]);
    expect(one.account_id).toBeUndefined();
  });

  it('has the bindings of the two workers, and defines every class itself', () => {
    const bound = (configs: readonly Deployed[]) =>
      new Set(configs.flatMap(({ durable_objects: { bindings } }) => bindings.map((b) => `${b.name} ${b.class_name}`)));
    expect(bound([one])).toEqual(bound([redirect, api]));
    expect(one.durable_objects.bindings.filter(({ script_name }) => script_name !== undefined)).toEqual([]);
    const listLimits = ({ ratelimits }: Deployed) => ratelimits.map(({ name, simple }) => ({ name, simple }));
    expect(listLimits(one)).toEqual(listLimits(redirect));
    expect([one.compatibility_date, one.compatibility_flags]).toEqual([
      api.compatibility_date,
      api.compatibility_flags,
    ]);
  });

  it('shares no rate limit with the two workers of any environment in the same account', () => {
    const listIds = (config: Deployed) => config.ratelimits.map(({ namespace_id: id }) => id);
    const environments = ['production', 'staging', 'test', 'api', ...Array.from({ length: 200 }, (_, i) => `e${i}`)];
    const others = environments.flatMap((name) => listIds(redirect).map((id) => rateLimitId(name, id)));
    expect(listIds(one).filter((id) => others.includes(id))).toEqual([]);
    expect(new Set(others).size).toBe(others.length);
  });

  it('begins with the migrations of the redirect worker, which it becomes in a split', () => {
    expect(one.migrations.slice(0, redirect.migrations.length)).toEqual(redirect.migrations);
    const made = one.migrations.flatMap(({ new_sqlite_classes: classes }) => classes ?? []);
    expect(made).toEqual(['ClickCounter', 'Statistics', 'KeyMeter', 'AddressMeter']);
  });

  it('describes in package.json every value that the page of the button asks for', () => {
    const { cloudflare } = JSON.parse(readFileSync('package.json', 'utf8'));
    const secrets = [...readFileSync('.dev.vars.example', 'utf8').matchAll(/^(\w+)=(.*)$/gm)];
    const asked = [...secrets.map(([, name]) => name), ...Object.keys(one.vars), 'DB', 'ROUTES'];
    expect(Object.keys(cloudflare.bindings).sort()).toEqual(asked.sort());
    // The example has no values, because every installation would get the same ones.
    expect(secrets.map(([, name, value]) => [name, value])).toEqual([
      ['PEPPER', '""'],
      ['ADMIN_TOKEN', '""'],
    ]);
  });
});
