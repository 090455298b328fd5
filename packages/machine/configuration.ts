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

const databaseService = (id: string): Value => ({
  name: 'd1',
  props: { json: JSON.stringify({ MINIFLARE_NAMESPACE: id }) },
});
const databaseBinding = (name: string, service: Value): Value => ({
  name,
  wrapped: { moduleName: 'cloudflare-internal:d1-api', innerBindings: [{ name: 'fetcher', service }] },
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

/** The bindings of a worker to the stores of its own process. */
const listStores = ({ name, file }: BuiltWorker): Value[] => [
  ...file.databases.map(({ binding, id }) => databaseBinding(binding, databaseService(id))),
  ...file.namespaces.map(({ binding, id }) => namespaceBinding(binding, id)),
  ...file.objects.map(({ binding, className, script }) => ({
    name: binding,
    durableObjectNamespace: { className, serviceName: SERVICE_OF[script] ?? script },
  })),
  ...(name === 'short' ? [{ name: 'SWIFTLET_OTHER', service: { name: 'api', entrypoint: 'Admitted' } }] : []),
];

/** The bindings of the redirect worker to the stores of another process (workers/remote-objects.ts). */
const listLinks = ({ file }: BuiltWorker): Value[] => [
  ...file.databases.map(({ binding }) => databaseBinding(binding, 'd1')),
  ...file.namespaces.map(({ binding }) => ({ name: binding, kvNamespace: 'kv' })),
  ...file.objects.map(({ binding }) => ({
    name: binding,
    wrapped: {
      moduleName: 'swiftlet:remote-objects',
      innerBindings: [
        { name: 'objects', service: 'objects' },
        { name: 'binding', text: binding },
      ],
    },
  })),
  { name: 'SWIFTLET_OTHER', service: 'admitted' },
];

function listBindings({ name, file }: BuiltWorker, { secrets, hasPlaces }: Options, stores: readonly Value[]): Value[] {
  return [
    ...[...Object.keys(file.vars), ...secrets].map((one) => ({ name: one, fromEnvironment: one })),
    ...stores,
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
    ...(name === 'short' && hasPlaces ? [{ name: 'PLACES', service: 'places' }] : []),
  ];
}

/** A worker behind its door. @param stores its bindings to stores @param objects its own objects, and where they are stored */
const workerService = (
  built: BuiltWorker,
  options: Options,
  stores: readonly Value[],
  objects: Service = {},
): Service => ({
  name: built.name,
  worker: {
    compatibilityDate: built.file.compatibilityDate,
    compatibilityFlags: built.file.compatibilityFlags,
    modules: [...built.modules, 'door.js'].map((name) => module_(name)),
    bindings: listBindings(built, options, stores),
    ...objects,
    // The redirect worker makes no outgoing requests; the API worker calls threat services.
    globalOutbound: built.name === 'api' ? 'internet' : 'nowhere',
  },
});

/** A worker with its stores and its objects. */
const wholeService = (built: BuiltWorker, options: Options): Service =>
  workerService(built, options, listStores(built), {
    durableObjectNamespaces: built.file.classes.map((className) => ({
      className,
      uniqueKey: `${built.file.name}-${className}`,
      enableSql: true,
    })),
    durableObjectStorage: { localDisk: 'objects-disk' },
  });

/** The worker of the control socket. @param bindings to what its commands reach */
const controlService = ({ file }: BuiltWorker, ...bindings: readonly Value[]): Service => ({
  name: 'control',
  worker: {
    compatibilityDate: file.compatibilityDate,
    compatibilityFlags: ['nodejs_compat'],
    modules: [module_('control.js')],
    bindings: [
      { name: 'SWIFTLET_WORD', fromEnvironment: 'SWIFTLET_WORD' },
      { name: 'SHORT', service: { name: 'short', entrypoint: 'Machine' } },
      ...bindings,
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
  {
    modules: ['rate-limit', 'remote-objects'].map((name) => ({
      name: `swiftlet:${name}`,
      internal: true,
      esModule: embed(`${name}.js`),
    })),
  },
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
 * What a process that serves visits alone reaches in the process with the stores, by a Unix socket each: requests for
 * the API worker, D1, KV, and the Durable Objects (RPC).
 */
export const LINKS = ['admitted', 'd1', 'kv', 'objects'] as const;

/** On a link, `proxy` keeps the scheme of a request, and a CONNECT to this host opens a connection for RPC. */
const LINK = { address: 'unix:/nowhere', http: { style: new Verbatim('proxy'), capnpConnectHost: 'rpc' } };

const places = ({ hasPlaces }: Options): Service[] =>
  hasPlaces ? [{ name: 'places', external: { address: '127.0.0.1:0', http: {} } }] : [];

const formatConfiguration = (
  services: readonly Service[],
  sockets: readonly Value[],
): string => `# Made by the build; the machine gives addresses, paths and values when it starts workerd.
using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = ${formatCapnp({
  services,
  sockets,
  extensions: EXTENSIONS,
  v8Flags: [...SMALL_HEAPS, COLLECTABLE],
})};
`;

type Options = {
  /** Names of the workers' secrets. */
  readonly secrets: readonly string[];
  /** Names of the workers with a socket: both, the redirect worker alone for both, or none. */
  readonly sockets: readonly string[];
  /** Whether the machine looks up country and city of client addresses. */
  readonly hasPlaces?: boolean;
  /** Whether other processes serve the visits: the redirect worker's socket is theirs. */
  readonly hasVisitProcesses?: boolean;
};

/** The file name of a configuration. That of a process that serves visits alone has the name `visits` for sockets. */
export const configurationFile = ({ sockets, hasPlaces, hasVisitProcesses }: Omit<Options, 'secrets'>): string =>
  `${['config', ...sockets, ...(hasPlaces ? ['places'] : []), ...(hasVisitProcesses ? ['processes'] : [])].join('-')}.capnp`;

/** The configuration of the process with the stores. The addresses of sockets and the paths of disks are arguments. */
export function configuration(api: BuiltWorker, short: BuiltWorker, options: Options): string {
  const namespaces = new Set([...api.file.namespaces, ...short.file.namespaces].map(({ id }) => id));
  const [database, namespace] = [short.file.databases[0], short.file.namespaces[0]];
  const services = [
    wholeService(api, options),
    wholeService(short, options),
    controlService(
      api,
      ...api.file.databases.map(({ binding, id }) => databaseBinding(binding, databaseService(id))),
      ...api.file.namespaces.map(({ binding, id }) => namespaceBinding(binding, id)),
      { name: 'API', service: { name: 'api', entrypoint: 'Machine' } },
    ),
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
    ...places(options),
  ];
  const linked: Record<(typeof LINKS)[number], Value> = {
    admitted: { name: 'api', entrypoint: 'Admitted' },
    d1: databaseService(database?.id ?? ''),
    kv: `kv-${namespace?.id}`,
    objects: { name: 'short', entrypoint: 'Objects' },
  };
  const links = LINKS.map((name) => ({ name, service: linked[name], ...LINK }));
  const open = options.sockets.filter((name) => name !== 'short' || !options.hasVisitProcesses);
  return formatConfiguration(services, [
    ...[...open, 'control'].map(socket),
    ...(options.hasVisitProcesses ? links : []),
  ]);
}

/** The configuration of a process that serves visits alone. */
export const visitConfiguration = (short: BuiltWorker, options: Options): string =>
  formatConfiguration(
    [
      workerService(short, options, listLinks(short)),
      controlService(short),
      ...LINKS.map((name) => ({ name, external: LINK })),
      { name: 'nowhere', network: { allow: [] } },
      ...places(options),
    ],
    ['short', 'control'].map(socket),
  );
