/** Performs the actions of a history through the workers. The recorder receives every result. */
import type { NewKey, World } from '../world';
import type { Action, ActionKind } from './action';
import { DetailActors } from './detail-actors';
import { type HistoryKeys, wakeCounters } from './makers-links';
import { MetricsWatch } from './metrics-watch';
import type { Recorder, RequestedLink } from './recorder';

type Body = Record<string, unknown>;

/**
 * A key that the operator rotates and revokes. It creates no links. `invalidTexts` maps an invalid text to the moment
 * from which it is invalid.
 */
type SpareKey = { readonly id: string; texts: string[]; invalidTexts: Map<string, number> };

type Resumptions = { readonly begun: number; readonly running: number };

export class Actors {
  readonly #spares: SpareKey[];
  /** By account: the moment from which it is certainly suspended; null while a resumption may be running. */
  readonly #suspendedAt = new Map<string, number | null>();
  /** By account: the number of its resumptions that have begun, and of those that are running. */
  readonly #resumptions = new Map<string, Resumptions>();
  readonly metrics: MetricsWatch;
  readonly details = new DetailActors(this);
  #urls = 0;

  /** @param name a prefix for aliases and destinations, unique to this history */
  constructor(
    readonly locations: readonly World[],
    readonly keys: HistoryKeys,
    spares: readonly NewKey[],
    readonly recorder: Recorder,
    readonly name: string,
  ) {
    this.metrics = new MetricsWatch(recorder);
    this.#spares = spares.map(({ id, key }) => ({ id, texts: [key], invalidTexts: new Map() }));
  }

  /** Performs an action, and records its result. */
  async perform({ kind, target, variant }: Action): Promise<void> {
    const world = this.locations[variant % this.locations.length] as World;
    await this.#actions[kind](world, target, variant);
  }

  /** Makes one visit, and records it. */
  readonly visit = async (
    world: World,
    code: string,
    { method = 'GET', suffix = '', password }: Visit = {},
  ): Promise<Response> => {
    const begunAt = this.recorder.moment();
    const now = Date.now();
    const init: RequestInit =
      password === undefined ? { method } : { method: 'POST', body: new URLSearchParams({ password }) };
    const response = await world.visit(code + suffix, init);
    this.metrics.visits += 1;
    const text = await response.clone().text();
    const hasRightPassword = this.recorder.links.some(
      (link) => link.code === code && link.password !== null && link.password === password,
    );
    const isCounted = method !== 'HEAD';
    this.recorder.visited({ code, begunAt, now, isCounted, hasRightPassword, response, text });
    return response;
  };

  readonly #actions: Record<ActionKind, (world: World, target: number, variant: number) => Promise<void>> = {
    create: (world, target, variant) =>
      this.#create(world, this.#maker(target), OPTIONS[variant % OPTIONS.length] ?? {}),
    createTwice: (world, target, variant) =>
      this.#create(
        world,
        this.#maker(target),
        OPTIONS[variant % OPTIONS.length] ?? {},
        `twice-${target}-${this.#urls}`,
      ),
    takeAlias: (world, target, variant) =>
      this.#create(world, this.#maker(variant), {
        alias: `${this.name}-${target % ALIASES}`,
        ...(variant % 3 === 0 && { maxClicks: 2 }),
      }),
    batch: (world, target, variant) => this.#batch(world, this.#maker(target), variant % 2 === 0),
    createDetailed: (world, target, variant) => this.details.create(world, this.#maker(variant), target, variant),
    upsert: async (world, target, variant) => {
      await this.details.upsert(world, this.#maker(variant), target, variant);
    },
    useOwn: (world, target, variant) => this.details.useOwn(world, this.keys.own, target, variant),
    visit: async (world, target, variant) => {
      const code = this.#someCode(target);
      if (code !== null) await this.visit(world, code, this.#visitOptions(code, variant));
    },
    crowd: async (world, target) => {
      const code = this.#someCode(target);
      if (code === null) return;
      await Promise.all(Array.from({ length: 12 }, (_, n) => this.visit(world, code, this.#visitOptions(code, n))));
    },
    edit: async (world, target, variant) => {
      const link = this.some(target, (one) => one.password === null && !this.recorder.isShared(one));
      if (link?.code == null) return;
      const { code } = link;
      await this.#amidVisits(code, variant, async () => {
        const url = this.newUrl();
        const ended = this.recorder.editBegun(link, url);
        const response = await this.call(world, this.#findKey(link), 'PATCH', `/links/${code}`, { url });
        ended(response.status === 200);
      });
    },
    raise: async (world, target, variant) => {
      const link = this.some(target, ({ maxClicks }) => maxClicks !== null);
      if (link?.code == null || link.maxClicks === null) return;
      link.maxClicks += variant % 3;
      await this.call(world, this.#findKey(link), 'PATCH', `/links/${link.code}`, { maxClicks: link.maxClicks });
    },
    remove: async (world, target, variant) => {
      const link = this.some(target, () => true);
      if (link?.code == null) return;
      const { code } = link;
      await this.#amidVisits(code, variant, async () => {
        const response = await this.call(world, this.#findKey(link), 'DELETE', `/links/${code}`);
        if (response.status === 204 && !this.#isAlias(link)) link.deletedAt ??= this.recorder.moment();
        await wakeCounters(this.keys);
      });
    },
    removeMany: (world, target, variant) => this.details.removeMany(world, this.#maker(variant), target, variant),
    tagMany: (world, target, variant) => this.details.tagMany(world, this.#maker(variant), target, variant),
    block: async (world, target) => {
      const link = this.some(target, (one) => !this.#isAlias(one));
      if (link?.code == null) return;
      const response = await world.admin('POST', `/links/${link.code}/block`, { reason: 'history' });
      if (response.status === 200) link.blockedAt ??= this.recorder.moment();
    },
    unblock: async (world, target) => {
      const link = this.some(target, (one) => !this.#isAlias(one));
      if (link?.code == null) return;
      link.blockedAt = null;
      await world.admin('POST', `/links/${link.code}/unblock`);
      link.blockedAt = null;
    },
    suspend: async (world, target) => {
      const { accountId } = this.#maker(target);
      const { begun, running } = this.#resumptionsOf(accountId);
      const response = await world.admin('POST', `/accounts/${accountId}/suspend`);
      // A concurrent resumption may have taken effect after the suspension.
      if (response.status === 200 && running === 0 && this.#resumptionsOf(accountId).begun === begun)
        this.#suspendedAt.set(accountId, this.recorder.moment());
    },
    resume: async (world, target) => {
      const { accountId } = this.#maker(target);
      const { begun, running } = this.#resumptionsOf(accountId);
      this.#resumptions.set(accountId, { begun: begun + 1, running: running + 1 });
      this.#suspendedAt.set(accountId, null);
      await world.admin('POST', `/accounts/${accountId}/resume`);
      const now = this.#resumptionsOf(accountId);
      this.#resumptions.set(accountId, { ...now, running: now.running - 1 });
      this.#suspendedAt.set(accountId, null);
    },
    rotate: async (world, target, variant) => {
      const spare = this.#spares[target % this.#spares.length] as SpareKey;
      const graceSeconds = variant % 2 === 0 ? 0 : 3_600;
      const response = await world.admin('POST', `/keys/${spare.id}/rotate`, {
        graceSeconds,
        endsPrevious: true,
      });
      if (response.status !== 200) return;
      const { key } = await response.json<{ key: string }>();
      // The order of concurrent rotations is unknown. Only texts that are older than all of them are certainly invalid.
      if (graceSeconds === 0) for (const text of spare.texts) spare.invalidTexts.set(text, this.recorder.moment());
      spare.texts = [key];
    },
    revoke: async (world, target) => {
      const spare = this.#spares[target % this.#spares.length] as SpareKey;
      const response = await world.admin('DELETE', `/keys/${spare.id}`);
      if (response.status !== 204) return;
      for (const text of spare.texts) spare.invalidTexts.set(text, this.recorder.moment());
    },
    flood: async (world, target, variant) => {
      const uses = Array.from({ length: 25 + target }, () => this.#use(world, this.keys.caller.key));
      // In half of the variants there are bulk calls among them, whose own window refuses the last.
      const inBulk = Array.from({ length: variant % 2 === 0 ? 7 : 0 }, () => this.callInBulk(world));
      await Promise.all([...uses, ...inBulk]);
    },
    scrape: (world) => this.metrics.scrape(world),
    use: async (world, target) => {
      const spare = this.#spares[target % this.#spares.length] as SpareKey;
      for (const [text, invalidSince] of spare.invalidTexts) {
        const begunAt = this.recorder.moment();
        const { status } = await this.#use(world, text);
        if (invalidSince < begunAt && status < 500 && status !== 401)
          this.recorder.broken.push(`a call with a revoked or replaced text of a key got ${status}`);
      }
      const maker = this.#maker(target);
      const begunAt = this.recorder.moment();
      const suspendedAt = this.#suspendedAt.get(maker.accountId) ?? null;
      const { status } = await this.#use(world, maker.key);
      const isStill = suspendedAt !== null && this.#suspendedAt.get(maker.accountId) === suspendedAt;
      if (isStill && suspendedAt < begunAt && status < 500 && status !== 401)
        this.recorder.broken.push(`a call with a key of a suspended account got ${status}`);
    },
  };

  async #create(world: World, maker: NewKey, options: Body, idempotencyKey?: string): Promise<void> {
    const url = this.newUrl();
    if (typeof options.alias === 'string') this.recorder.aliasRequested(options.alias);
    const link = this.recorder.requested({
      accountId: maker.accountId,
      url,
      password: (options.password as string | undefined) ?? null,
      maxClicks: (options.maxClicks as number | undefined) ?? null,
    });
    const send = async (through: World) => {
      const response = await through.call('POST', '/v2/shorten', {
        headers: {
          Authorization: `Bearer ${maker.key}`,
          'Content-Type': 'application/json',
          ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
        },
        body: JSON.stringify({ url, ...options }),
      });
      this.recorder.called(maker.key, 'PRO', response);
      if (response.status === 201) this.recorder.acknowledged(link, await response.json());
      return response.status;
    };
    if (idempotencyKey === undefined) {
      await send(world);
      return;
    }
    this.repeats.push({ url, send });
    await Promise.all([send(world), send(world)]);
  }
  /** The creations under an Idempotency-Key. The history repeats them at its end. */
  readonly repeats: { readonly url: string; readonly send: (through: World) => Promise<number> }[] = [];

  async #batch(world: World, maker: NewKey, isAtomic: boolean): Promise<void> {
    const items = [{}, { maxClicks: 1 }, isAtomic ? { alias: `${this.name}-0` } : {}].map((options) => ({
      url: this.newUrl(),
      ...options,
    }));
    const { accountId, key } = maker;
    const links = items.map(({ url, maxClicks = null }: { url: string; maxClicks?: number | null }) =>
      this.recorder.requested({ accountId, url, password: null, maxClicks }),
    );
    const response = await this.call(world, key, 'POST', `/shorten/batch${isAtomic ? '?atomic=true' : ''}`, {
      urls: items,
    });
    if (isAtomic) this.batches.push({ urls: items.map(({ url }) => url), status: response.status });
    if (response.status !== 200) return;
    const { results } = await response.json<{ results: { success: boolean; shortCode: string }[] }>();
    for (const [n, result] of results.entries())
      if (result.success) this.recorder.acknowledged(links[n] as RequestedLink, result);
  }
  /** The destinations and the response status of every atomic batch. */
  readonly batches: { readonly urls: readonly string[]; readonly status: number }[] = [];

  readonly call = async (world: World, key: string, method: string, path: string, body?: Body): Promise<Response> => {
    const response = await world.v2(key, method, path, body);
    const isOfBulk = response.status === 429 && (await response.clone().text()).includes('BULK_LIMIT_EXCEEDED');
    this.recorder.called(key, key === this.keys.caller.key ? 'FREE' : 'PRO', response, isOfBulk);
    return response;
  };

  /** Names many unknown links in a bulk call of the caller. */
  readonly callInBulk = (world: World): Promise<Response> => {
    const shortCodes = Array<string>(NAMED_IN_BULK).fill('none');
    return this.call(world, this.keys.caller.key, 'POST', '/links/bulk', { shortCodes, change: { expiresIn: null } });
  };

  /** Changes a link. In half of the variants visits at every location before and after the change fill all caches. */
  async #amidVisits(code: string, variant: number, change: () => Promise<void>): Promise<void> {
    const visitEverywhere = async () => {
      if (variant % 2 === 0) await Promise.all(this.locations.map((edge) => this.visit(edge, code)));
    };
    await visitEverywhere();
    await change();
    await visitEverywhere();
  }

  #use(world: World, key: string): Promise<Response> {
    return this.call(world, key, 'GET', '/usage');
  }

  /** The visit of that variant: most are clicks, some use HEAD or `+`. A password is missing, wrong or right. */
  #visitOptions(code: string, variant: number): Visit {
    const link = this.recorder.links.findLast((one) => one.code === code);
    if (link?.password != null) {
      if (variant % 4 === 0) return {};
      return { password: variant % 4 === 1 ? 'a wrong attempt' : link.password };
    }
    if (variant % 7 === 1) return { method: 'HEAD' };
    return variant % 7 === 2 ? { suffix: '+' } : {};
  }

  #resumptionsOf = (accountId: string): Resumptions => this.#resumptions.get(accountId) ?? { begun: 0, running: 0 };

  #someCode(target: number): string | null {
    return this.some(target, () => true)?.code ?? null;
  }

  readonly some = (target: number, matches: (link: RequestedLink) => boolean): RequestedLink | undefined => {
    const known = this.recorder.links.filter((link) => link.code !== null && matches(link));
    return known[target % Math.max(1, known.length)];
  };

  #maker(target: number): NewKey {
    return this.keys.makers[target % this.keys.makers.length] as NewKey;
  }

  #findKey({ accountId }: RequestedLink): string {
    return (this.keys.makers.find((one) => one.accountId === accountId) as NewKey).key;
  }

  #isAlias({ code }: RequestedLink): boolean {
    return code?.startsWith(`${this.name}-`) ?? false;
  }

  readonly newUrl = (): string => {
    this.#urls += 1;
    return `https://example.com/${this.name}/${this.#urls}-${crypto.randomUUID()}`;
  };
}

/** So many links that one call uses up the window of a plan. */
export const NAMED_IN_BULK = 99;

type Visit = { readonly method?: string; readonly suffix?: string; readonly password?: string | undefined };

const ALIASES = 3;
const OPTIONS: readonly Body[] = [
  {},
  { maxClicks: 3 },
  { maxClicks: 1 },
  { expiresIn: 60 },
  { password: 'open sesame' },
  { password: 'open sesame', maxClicks: 2 },
  { maxClicks: 40 },
  { maxClicks: 7, expiresIn: 90 },
];
