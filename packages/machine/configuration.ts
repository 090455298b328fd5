/**
 * workerd's configuration: both workers with the bindings of their wrangler files, and the stores behind them. It is
 * written in the text format of Cap'n Proto (capnproto.org/language.html#constants).
 */
import type { WorkerFile } from './wrangler-file';

/** Text that appears in a configuration without quotes: `embed "file"`, the name of a constant. */
class Verbatim {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Value = string | number | boolean | Verbatim | readonly Value[] | { readonly [name: string]: Value };

const ESCAPED: Record<string, string> = { '"': '\\"', '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

const quote = (text: string): string => `"${text.replace(/["\\\n\r\t]/g, (one) => ESCAPED[one] ?? one)}"`;

/** The text of a value: objects become structs, arrays become lists. */
function formatCapnp(value: Value): string {
  if (value instanceof Verbatim) return value.text;
  if (typeof value === 'string') return quote(value);
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value)) return `[${value.map(formatCapnp).join(',\n')}]`;
  return `(${Object.entries(value as Record<string, Value>)
    .map(([name, one]) => `${name} = ${formatCapnp(one)}`)
    .join(', ')})`;
}

/** Refers to the content of a file. @param file path relative to the configuration */
const embed = (file: string): Verbatim => new Verbatim(`embed ${quote(file)}`);

/** A built worker. */
export type BuiltWorker = {
  /** Its service name in the configuration. */
  readonly name: 'api' | 'short';
  /** Its bindings and flags, from its wrangler file. */
  readonly file: WorkerFile;
  /** The files of its modules, the entry module first. */
  readonly modules: readonly string[];
};

type Service = { readonly [name: string]: Value };

/**
 * Options of Miniflare's simulators of D1 and KV, whose stores wrangler can read. Only the simulators need workerd's
 * flag `--experimental` (runtime.ts), because they call its internal interfaces (docs/design/self-hosting.md).
 */
const SIMULATED = { compatibilityDate: '2023-07-24', compatibilityFlags: ['nodejs_compat', 'experimental'] };

const module_ = (name: string, file = name) => ({ name, esModule: embed(file) });

/** The modules of a simulator, and the module that collects its garbage. */
const simulator = (file: string) => [module_(file, `simulators/${file}`), module_('collect.js')];

/** The services of a simulated store: its disk, and the worker whose Durable Objects hold the data. */
const storeServices = (name: string, file: string, className: string): Service[] => [
  { name: `${name}-disk`, disk: { writable: true } },
  {
    name: `${name}-objects`,
    worker: {
      ...SIMULATED,
      modules: [module_(`${name}-objects.js`), ...simulator(file)],
      durableObjectNamespaces: [{ className, uniqueKey: `miniflare-${className}` }],
      durableObjectStorage: { localDisk: `${name}-disk` },
      bindings: [{ name: 'MINIFLARE_BLOBS', service: `${name}-disk` }],
    },
  },
];

/** Miniflare's entry to D1: it forwards a call to the Durable Object of the database id. */
const D1_ENTRY: Service = {
  name: 'd1',
  worker: {
    compatibilityDate: SIMULATED.compatibilityDate,
    modules: [module_('d1.js'), ...simulator('object-entry.worker.js')],
    bindings: [
      {
        name: 'MINIFLARE_OBJECT',
        durableObjectNamespace: { serviceName: 'd1-objects', className: 'D1DatabaseObject' },
      },
    ],
  },
};

const databaseBinding = (name: string, id: string): Value => ({
  name,
  wrapped: {
    moduleName: 'cloudflare-internal:d1-api',
    innerBindings: [
      { name: 'fetcher', service: { name: 'd1', props: { json: JSON.stringify({ MINIFLARE_NAMESPACE: id }) } } },
    ],
  },
});
const namespaceBinding = (name: string, id: string): Value => ({ name, kvNamespace: `kv-${id}` });

/** The service of a KV namespace: a cache in memory (workers/kv-memory.ts) in front of Miniflare's store. */
const namespaceService = (id: string, compatibilityDate: string): Service => ({
  name: `kv-${id}`,
  worker: {
    compatibilityDate,
    modules: [module_('kv-memory.js')],
    bindings: [
      { name: 'OBJECTS', durableObjectNamespace: { serviceName: 'kv-objects', className: 'KVNamespaceObject' } },
      { name: 'NAMESPACE', text: id },
    ],
  },
});

const SERVICE_OF: Record<string, string> = { 'swiftlet-api': 'api', 'swiftlet-redirect': 'short' };

function listBindings({ name, file }: BuiltWorker, secrets: readonly string[], hasPlaces: boolean): Value[] {
  return [
    ...[...Object.keys(file.vars), ...secrets].map((one) => ({ name: one, fromEnvironment: one })),
    ...file.databases.map(({ binding, id }) => databaseBinding(binding, id)),
    ...file.namespaces.map(({ binding, id }) => namespaceBinding(binding, id)),
    ...file.objects.map(({ binding, className, script }) => ({
      name: binding,
      durableObjectNamespace: { className, serviceName: SERVICE_OF[script] ?? script },
    })),
    ...file.rateLimits.map(({ binding, limit, period }) => ({
      name: binding,
      wrapped: {
        moduleName: 'swiftlet:rate-limit',
        innerBindings: [
          { name: 'limit', json: String(limit) },
          { name: 'period', json: String(period) },
        ],
      },
    })),
    ...(file.assets === undefined ? [] : [{ name: file.assets, service: 'files' }]),
    ...(name === 'api' ? [{ name: 'KEY_FILES', service: 'key-files-disk' }] : []),
    { name: 'SWIFTLET_DOOR', fromEnvironment: `SWIFTLET_${name.toUpperCase()}_DOOR` },
    ...(name === 'short' ? [{ name: 'SWIFTLET_OTHER', service: { name: 'api', entrypoint: 'Admitted' } }] : []),
    ...(name === 'short' && hasPlaces ? [{ name: 'PLACES', service: 'places' }] : []),
  ];
}

const workerService = (built: BuiltWorker, secrets: readonly string[], hasPlaces: boolean): Service => ({
  name: built.name,
  worker: {
    compatibilityDate: built.file.compatibilityDate,
    compatibilityFlags: built.file.compatibilityFlags,
    modules: [...built.modules, 'door.js'].map((name) => module_(name)),
    bindings: listBindings(built, secrets, hasPlaces),
    durableObjectNamespaces: built.file.classes.map((className) => ({
      className,
      uniqueKey: `${built.file.name}-${className}`,
      enableSql: true,
    })),
    durableObjectStorage: { localDisk: 'objects-disk' },
    // The redirect worker makes no outgoing requests; the API worker calls threat services.
    globalOutbound: built.name === 'api' ? 'internet' : 'nowhere',
  },
});

const controlService = (api: WorkerFile): Service => ({
  name: 'control',
  worker: {
    compatibilityDate: api.compatibilityDate,
    compatibilityFlags: ['nodejs_compat'],
    modules: [module_('control.js')],
    bindings: [
      { name: 'SWIFTLET_WORD', fromEnvironment: 'SWIFTLET_WORD' },
      ...api.databases.map(({ binding, id }) => databaseBinding(binding, id)),
      ...api.namespaces.map(({ binding, id }) => namespaceBinding(binding, id)),
      { name: 'API', service: { name: 'api', entrypoint: 'Machine' } },
      { name: 'SHORT', service: { name: 'short', entrypoint: 'Machine' } },
    ],
  },
});

const filesService = (compatibilityDate: string): Service => ({
  name: 'files',
  worker: { compatibilityDate, modules: [module_('files.js')], bindings: [{ name: 'FOLDER', service: 'files-disk' }] },
});

const EXTENSIONS = [
  {
    modules: [
      { name: 'miniflare:shared', esModule: embed('simulators/shared.worker.js') },
      { name: 'miniflare:zod', esModule: embed('simulators/zod.worker.js') },
    ],
  },
  { modules: [{ name: 'swiftlet:rate-limit', internal: true, esModule: embed('rate-limit.js') }] },
];

/** Every isolate collects its garbage itself (workers/collect.ts; docs/design/self-hosting.md). */
const COLLECTABLE = '--expose-gc';

/**
 * V8's default heap limits follow the memory of the computer, and workerd runs eight heaps here. After 90 s of
 * creations workerd held 264 MiB with these flags. Without them it held 339 MiB at the same number of creations, and
 * still grew.
 */
const SMALL_HEAPS = ['--initial-old-space-size=8', '--max-semi-space-size=4', '--heap-growing-percent=40'];

/**
 * A listening socket. workerd puts the peer's address into `request.cf`, where no header of a client gets. On the
 * workers' sockets, `proxy` keeps the request target as the client sent it, because the door checks it.
 */
const socket = (name: string) => ({
  name,
  service: name,
  address: '127.0.0.1:0',
  http: { style: new Verbatim(name === 'control' ? 'host' : 'proxy') },
});

/**
 * The configuration as text. The addresses of sockets and the paths of disks are arguments of workerd.
 * @param secrets names of the workers' secrets
 * @param sockets names of the workers with a socket: both, the redirect worker alone for both, or none
 * @param hasPlaces whether the machine looks up country and city of client addresses
 */
export function configuration(
  api: BuiltWorker,
  short: BuiltWorker,
  secrets: readonly string[],
  sockets: readonly string[],
  hasPlaces = false,
): string {
  const namespaces = new Set([...api.file.namespaces, ...short.file.namespaces].map(({ id }) => id));
  const services = [
    workerService(api, secrets, hasPlaces),
    workerService(short, secrets, hasPlaces),
    controlService(api.file),
    filesService(api.file.compatibilityDate),
    ...[...namespaces].map((id) => namespaceService(id, api.file.compatibilityDate)),
    D1_ENTRY,
    ...storeServices('d1', 'database.worker.js', 'D1DatabaseObject'),
    ...storeServices('kv', 'namespace.worker.js', 'KVNamespaceObject'),
    { name: 'objects-disk', disk: { writable: true } },
    { name: 'files-disk', disk: {} },
    // By it the API worker finds out whether the object of a key has a file. A call to the object would make one.
    { name: 'key-files-disk', disk: {} },
    { name: 'internet', network: { allow: ['public', 'private'], tlsOptions: { trustBrowserCas: true } } },
    { name: 'nowhere', network: { allow: [] } },
    ...(hasPlaces ? [{ name: 'places', external: { address: '127.0.0.1:0', http: {} } }] : []),
  ];
  const config = {
    services,
    sockets: [...sockets, 'control'].map(socket),
    extensions: EXTENSIONS,
    v8Flags: [...SMALL_HEAPS, COLLECTABLE],
  };
  return `# Made by the build; the machine gives addresses, paths and values when it starts workerd.
using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = ${formatCapnp(config)};
`;
}
