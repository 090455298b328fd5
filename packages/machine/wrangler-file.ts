/** Reads the bindings of a wrangler file. An unknown table is an error: its binding would be missing at run time. */

export type WorkerFile = {
  readonly name: string;
  readonly compatibilityDate: string;
  readonly compatibilityFlags: readonly string[];
  readonly vars: Readonly<Record<string, string>>;
  readonly databases: readonly { readonly binding: string; readonly id: string }[];
  readonly namespaces: readonly { readonly binding: string; readonly id: string }[];
  /** The bindings to Durable Objects. `script` is the name of the worker that defines the class. */
  readonly objects: readonly { readonly binding: string; readonly className: string; readonly script: string }[];
  /** The Durable Object classes that the worker defines. */
  readonly classes: readonly string[];
  readonly rateLimits: readonly { readonly binding: string; readonly limit: number; readonly period: number }[];
  /** The name of its static assets binding. */
  readonly assets: string | undefined;
};

/** The part of a wrangler file that the machine reads. */
type Toml = {
  readonly name: string;
  readonly compatibility_date: string;
  readonly compatibility_flags?: readonly string[];
  readonly vars?: Readonly<Record<string, string>>;
  readonly d1_databases?: readonly { readonly binding: string; readonly database_id: string }[];
  readonly kv_namespaces?: readonly { readonly binding: string; readonly id: string }[];
  readonly durable_objects?: {
    readonly bindings: readonly { readonly name: string; readonly class_name: string; readonly script_name?: string }[];
  };
  readonly ratelimits?: readonly {
    readonly name: string;
    readonly simple: { readonly limit: number; readonly period: number };
  }[];
  readonly migrations?: readonly { readonly new_sqlite_classes?: readonly string[] }[];
  readonly assets?: { readonly binding: string };
};

const READ = 'name compatibility_date compatibility_flags vars d1_databases kv_namespaces durable_objects ratelimits';
/** Tables about building and deploying, and those without a meaning on one machine. */
const WITHOUT_MEANING =
  'main no_bundle find_additional_modules base_dir rules minify keep_names workers_dev preview_urls build triggers observability placement';
const KNOWN = new Set(`${READ} migrations assets ${WITHOUT_MEANING}`.split(' '));

/** @throws Error naming a table that the machine does not know */
export function readWranglerFile(toml: Toml, fileName: string): WorkerFile {
  const unknown = Object.keys(toml).find((name) => !KNOWN.has(name));
  if (unknown !== undefined) throw new Error(`${fileName}: one machine has no ${unknown} (packages/machine).`);
  return {
    name: toml.name,
    compatibilityDate: toml.compatibility_date,
    compatibilityFlags: toml.compatibility_flags ?? [],
    vars: toml.vars ?? {},
    databases: (toml.d1_databases ?? []).map(({ binding, database_id: id }) => ({ binding, id })),
    namespaces: (toml.kv_namespaces ?? []).map(({ binding, id }) => ({ binding, id })),
    objects: (toml.durable_objects?.bindings ?? []).map(({ name, class_name, script_name }) => ({
      binding: name,
      className: class_name,
      script: script_name ?? toml.name,
    })),
    classes: (toml.migrations ?? []).flatMap(({ new_sqlite_classes: classes }) => classes ?? []),
    rateLimits: (toml.ratelimits ?? []).map(({ name, simple }) => ({ binding: name, ...simple })),
    assets: toml.assets?.binding,
  };
}
