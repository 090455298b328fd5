/** Reads the operator's endpoints, each once. */
import { Inconclusive } from './finding';
import type { Target } from './target';

type Fetch = (address: string, init?: RequestInit) => Promise<Response>;

const TIMEOUT_MS = 30_000;

type Threats = {
  readonly service: string;
  readonly testAddresses: number;
  readonly importedEntries: number | null;
  readonly canary: 'none' | 'alive' | 'dead';
  readonly canaryAt: string | null;
};

/** A sample of GET /admin/metrics. */
type Sample = { readonly labels: Readonly<Record<string, string>>; readonly value: number };
type Metrics = ReadonlyMap<string, readonly Sample[]>;

/** Parses the text of GET /admin/metrics, whose format is fixed (specification 13.11). */
function parseSamples(text: string): Metrics {
  const found = new Map<string, Sample[]>();
  for (const [, name = '', labels = '', value] of text.matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm)) {
    const pairs = [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, label = '', is = '']) => [label, is]);
    found.set(name, [...(found.get(name) ?? []), { labels: Object.fromEntries(pairs), value: Number(value) }]);
  }
  return found;
}

/** Parses the response of GET /admin/threats; null for any other text. */
function threatsIn(text: string): Threats | null {
  try {
    const said = JSON.parse(text);
    return typeof said?.service === 'string' ? said : null;
  } catch {
    return null;
  }
}

const notOurs = (path: string): Inconclusive =>
  new Inconclusive(`GET ${path} has an answer that is not the API’s`, 'Look for what answers in its place.');

export class OperatorApi {
  readonly #fetch: Fetch;
  readonly #target: Target;
  readonly #read = new Map<string, Promise<string>>();

  constructor(fetch: Fetch, target: Target) {
    this.#fetch = fetch;
    this.#target = target;
  }

  /** @throws Inconclusive */
  async threats(): Promise<Threats> {
    const said = threatsIn(await this.#get('/admin/threats'));
    if (said === null) throw notOurs('/admin/threats');
    return said;
  }

  /** @throws Inconclusive */
  async metrics(): Promise<Metrics> {
    const text = await this.#get('/admin/metrics');
    if (!text.endsWith('# EOF\n')) throw notOurs('/admin/metrics');
    return parseSamples(text);
  }

  /** Returns the only sample of a metric. @throws Inconclusive if its source does not respond */
  async figure(name: string): Promise<number> {
    const [sample] = (await this.metrics()).get(name) ?? [];
    if (sample === undefined) throw new Inconclusive(`GET /admin/metrics has no ${name}`, 'Look at the row "stores".');
    return sample.value;
  }

  #get(path: string): Promise<string> {
    const known = this.#read.get(path) ?? this.#ask(path);
    this.#read.set(path, known);
    return known;
  }

  /** @throws Inconclusive, whose message never contains the token or the response */
  async #ask(path: string): Promise<string> {
    const { api, token } = this.#target;
    if (token === undefined)
      throw new Inconclusive('the operator’s token is not known here', 'Give it as ADMIN_TOKEN, over https.');
    const response = await this.#fetch(`${api}${path}`, {
      redirect: 'manual',
      headers: { Authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch((error: Error) => {
      throw new Inconclusive(`GET ${path} has no answer (${error.name})`, 'Look at the row "answers".');
    });
    if (response.status === 401)
      throw new Inconclusive('the token known here is not that of the API', 'Give it as ADMIN_TOKEN.');
    if (response.status === 403)
      throw new Inconclusive(`GET ${path} is 403: the API requires https`, 'Name the https address of the API.');
    if (response.status === 404)
      throw new Inconclusive(`GET ${path} is 404: the API has no ADMIN_TOKEN`, 'Deploy it again.');
    if (!response.ok) throw new Inconclusive(`GET ${path} is ${response.status}`, 'Look at the log of the API worker.');
    return response.text();
  }
}
