/** The actors of a history. They act through the workers, and record every result in the chronicle. */
import type { NewKey, World } from '../world';
import type { Act, Deed } from './act';
import type { Chronicle, Story } from './chronicle';

type Body = Record<string, unknown>;

/** The keys of a history. Both makers create links, and compete for the same aliases; the caller only makes calls. */
export type Company = { readonly makers: readonly NewKey[]; readonly caller: NewKey };

/**
 * A key that the operator rotates and revokes. It creates no links. `deadTexts` holds the moment from which a text is
 * invalid.
 */
type SpareKey = { readonly id: string; texts: string[]; deadTexts: Map<string, number> };

type Resumptions = { readonly begun: number; readonly running: number };

export class Actors {
  readonly #spares: SpareKey[];
  /** The moment since when an account is certainly suspended; null while a resume may be under way. */
  readonly #suspendedAt = new Map<string, number | null>();
  /** By account: the calls that resume it. */
  readonly #resumptions = new Map<string, Resumptions>();
  #urls = 0;

  /** @param name a prefix for aliases and destinations, unique to this history */
  constructor(
    readonly cities: readonly World[],
    readonly company: Company,
    spares: readonly NewKey[],
    readonly chronicle: Chronicle,
    readonly name: string,
  ) {
    this.#spares = spares.map(({ id, key }) => ({ id, texts: [key], deadTexts: new Map() }));
  }

  /** Performs an act, and records its result. */
  async act({ deed, which, how }: Act): Promise<void> {
    const world = this.cities[how % this.cities.length] as World;
    await this.#deeds[deed](world, which, how);
  }

  /** Makes one visit, and records it. */
  async visit(world: World, code: string, { method = 'GET', suffix = '', password }: Visit = {}): Promise<Response> {
    const begunAt = this.chronicle.moment();
    const now = Date.now();
    const init: RequestInit =
      password === undefined ? { method } : { method: 'POST', body: new URLSearchParams({ password }) };
    const answer = await world.visit(code + suffix, init);
    const text = await answer.clone().text();
    const hasRightPassword = this.chronicle.stories.some(
      (story) => story.code === code && story.password !== null && story.password === password,
    );
    const isCounted = method !== 'HEAD';
    this.chronicle.visited({ code, begunAt, now, isCounted, hasRightPassword, answer, text });
    return answer;
  }

  readonly #deeds: Record<Deed, (world: World, which: number, how: number) => Promise<void>> = {
    create: (world, which, how) => this.#create(world, this.#maker(which), OPTIONS[how % OPTIONS.length] ?? {}),
    createTwice: (world, which, how) =>
      this.#create(world, this.#maker(which), OPTIONS[how % OPTIONS.length] ?? {}, `twice-${which}-${this.#urls}`),
    takeAlias: (world, which, how) =>
      this.#create(world, this.#maker(how), {
        alias: `${this.name}-${which % ALIASES}`,
        ...(how % 3 === 0 && { maxClicks: 2 }),
      }),
    batch: (world, which, how) => this.#batch(world, this.#maker(which), how % 2 === 0),
    visit: async (world, which, how) => {
      const code = this.#someCode(which);
      if (code !== null) await this.visit(world, code, this.#wayTo(code, how));
    },
    crowd: async (world, which) => {
      const code = this.#someCode(which);
      if (code === null) return;
      await Promise.all(Array.from({ length: 12 }, (_, n) => this.visit(world, code, this.#wayTo(code, n))));
    },
    edit: async (world, which, how) => {
      const story = this.#some(which, ({ password }) => password === null);
      if (story?.code == null) return;
      const { code } = story;
      // Half of the editors visit the link in every city before and after the edit, which fills every cache.
      const look = async () => {
        if (how % 2 === 0) await Promise.all(this.cities.map((city) => this.visit(city, code)));
      };
      await look();
      const url = this.#newUrl();
      const isDone = this.chronicle.redirected(story, url);
      const answer = await this.#ask(world, this.#keyOf(story), 'PATCH', `/links/${story.code}`, { url });
      if (answer.status === 200) isDone();
      await look();
    },
    raise: async (world, which, how) => {
      const story = this.#some(which, ({ maxClicks }) => maxClicks !== null);
      if (story?.code == null || story.maxClicks === null) return;
      story.maxClicks += how % 3;
      await this.#ask(world, this.#keyOf(story), 'PATCH', `/links/${story.code}`, { maxClicks: story.maxClicks });
    },
    remove: async (world, which) => {
      const story = this.#some(which, () => true);
      if (story?.code == null) return;
      const answer = await this.#ask(world, this.#keyOf(story), 'DELETE', `/links/${story.code}`);
      if (answer.status === 204 && !this.#isAlias(story)) story.deletedAt ??= this.chronicle.moment();
    },
    block: async (world, which) => {
      const story = this.#some(which, (one) => !this.#isAlias(one));
      if (story?.code == null) return;
      const answer = await world.admin('POST', `/links/${story.code}/block`, { reason: 'history' });
      if (answer.status === 200) story.blockedAt ??= this.chronicle.moment();
    },
    unblock: async (world, which) => {
      const story = this.#some(which, (one) => !this.#isAlias(one));
      if (story?.code == null) return;
      story.blockedAt = null;
      await world.admin('POST', `/links/${story.code}/unblock`);
      story.blockedAt = null;
    },
    suspend: async (world, which) => {
      const { accountId } = this.#maker(which);
      const { begun, running } = this.#resumptionsOf(accountId);
      const answer = await world.admin('POST', `/accounts/${accountId}/suspend`);
      // A resumption that ran meanwhile may have come second.
      if (answer.status === 200 && running === 0 && this.#resumptionsOf(accountId).begun === begun)
        this.#suspendedAt.set(accountId, this.chronicle.moment());
    },
    resume: async (world, which) => {
      const { accountId } = this.#maker(which);
      const { begun, running } = this.#resumptionsOf(accountId);
      this.#resumptions.set(accountId, { begun: begun + 1, running: running + 1 });
      this.#suspendedAt.set(accountId, null);
      await world.admin('POST', `/accounts/${accountId}/resume`);
      const now = this.#resumptionsOf(accountId);
      this.#resumptions.set(accountId, { ...now, running: now.running - 1 });
      this.#suspendedAt.set(accountId, null);
    },
    rotate: async (world, which, how) => {
      const spare = this.#spares[which % this.#spares.length] as SpareKey;
      const graceSeconds = how % 2 === 0 ? 0 : 3_600;
      const answer = await world.admin('POST', `/keys/${spare.id}/rotate`, {
        graceSeconds,
        endsPrevious: true,
      });
      if (answer.status !== 200) return;
      const { key } = await answer.json<{ key: string }>();
      // The order of concurrent rotations is unknown: only the texts from before all of them are certainly invalid.
      if (graceSeconds === 0) for (const text of spare.texts) spare.deadTexts.set(text, this.chronicle.moment());
      spare.texts = [key];
    },
    revoke: async (world, which) => {
      const spare = this.#spares[which % this.#spares.length] as SpareKey;
      const answer = await world.admin('DELETE', `/keys/${spare.id}`);
      if (answer.status !== 204) return;
      for (const text of spare.texts) spare.deadTexts.set(text, this.chronicle.moment());
    },
    flood: async (world, which) => {
      await Promise.all(Array.from({ length: 25 + which }, () => this.#use(world, this.company.caller.key)));
    },
    use: async (world, which) => {
      const spare = this.#spares[which % this.#spares.length] as SpareKey;
      for (const [text, deadAt] of spare.deadTexts) {
        const begunAt = this.chronicle.moment();
        const { status } = await this.#use(world, text);
        if (deadAt < begunAt && status < 500 && status !== 401)
          this.chronicle.broken.push(`a key that was revoked or rotated away answered ${status}`);
      }
      const maker = this.#maker(which);
      const begunAt = this.chronicle.moment();
      const suspendedAt = this.#suspendedAt.get(maker.accountId) ?? null;
      const { status } = await this.#use(world, maker.key);
      const isStill = suspendedAt !== null && this.#suspendedAt.get(maker.accountId) === suspendedAt;
      if (isStill && suspendedAt < begunAt && status < 500 && status !== 401)
        this.chronicle.broken.push(`a key of a suspended account answered ${status}`);
    },
  };

  async #create(world: World, maker: NewKey, options: Body, idempotencyKey?: string): Promise<void> {
    const url = this.#newUrl();
    const story = this.chronicle.wanted({
      accountId: maker.accountId,
      url,
      password: (options.password as string | undefined) ?? null,
      maxClicks: (options.maxClicks as number | undefined) ?? null,
    });
    const ask = async (through: World) => {
      const answer = await through.call('POST', '/v2/shorten', {
        headers: {
          Authorization: `Bearer ${maker.key}`,
          'Content-Type': 'application/json',
          ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
        },
        body: JSON.stringify({ url, ...options }),
      });
      this.chronicle.called(maker.key, 'PRO', answer);
      if (answer.status === 201) this.chronicle.made(story, await answer.json());
      return answer.status;
    };
    if (idempotencyKey === undefined) {
      await ask(world);
      return;
    }
    this.repeats.push({ url, ask });
    await Promise.all([ask(world), ask(world)]);
  }
  /** Creations under an Idempotency-Key, for repetition at the end. */
  readonly repeats: { readonly url: string; readonly ask: (through: World) => Promise<number> }[] = [];

  async #batch(world: World, maker: NewKey, isAtomic: boolean): Promise<void> {
    const items = [{}, { maxClicks: 1 }, isAtomic ? { alias: `${this.name}-0` } : {}].map((options) => ({
      url: this.#newUrl(),
      ...options,
    }));
    const { accountId, key } = maker;
    const stories = items.map(({ url, maxClicks = null }: { url: string; maxClicks?: number | null }) =>
      this.chronicle.wanted({ accountId, url, password: null, maxClicks }),
    );
    const answer = await this.#ask(world, key, 'POST', `/shorten/batch${isAtomic ? '?atomic=true' : ''}`, {
      urls: items,
    });
    if (isAtomic) this.batches.push({ urls: items.map(({ url }) => url), status: answer.status });
    if (answer.status !== 200) return;
    const { results } = await answer.json<{ results: { success: boolean; shortCode: string }[] }>();
    for (const [n, result] of results.entries()) if (result.success) this.chronicle.made(stories[n] as Story, result);
  }
  /** The destinations and the response status of every atomic batch. */
  readonly batches: { readonly urls: readonly string[]; readonly status: number }[] = [];

  async #ask(world: World, key: string, method: string, path: string, body?: Body): Promise<Response> {
    const answer = await world.v2(key, method, path, body);
    this.chronicle.called(key, key === this.company.caller.key ? 'FREE' : 'PRO', answer);
    return answer;
  }

  #use(world: World, key: string): Promise<Response> {
    return this.#ask(world, key, 'GET', '/usage');
  }

  /** The request of visitor `how`: most click, some send HEAD or `+`; a password is missing, wrong or right. */
  #wayTo(code: string, how: number): Visit {
    const story = this.chronicle.stories.findLast((one) => one.code === code);
    if (story?.password != null) {
      if (how % 4 === 0) return {};
      return { password: how % 4 === 1 ? 'a wrong attempt' : story.password };
    }
    if (how % 7 === 1) return { method: 'HEAD' };
    return how % 7 === 2 ? { suffix: '+' } : {};
  }

  #resumptionsOf = (accountId: string): Resumptions => this.#resumptions.get(accountId) ?? { begun: 0, running: 0 };

  #someCode(which: number): string | null {
    return this.#some(which, () => true)?.code ?? null;
  }

  #some(which: number, isFit: (story: Story) => boolean): Story | undefined {
    const known = this.chronicle.stories.filter((story) => story.code !== null && isFit(story));
    return known[which % Math.max(1, known.length)];
  }

  #maker(which: number): NewKey {
    return this.company.makers[which % this.company.makers.length] as NewKey;
  }

  #keyOf({ accountId }: Story): string {
    return (this.company.makers.find((one) => one.accountId === accountId) as NewKey).key;
  }

  #isAlias({ code }: Story): boolean {
    return code?.startsWith(`${this.name}-`) ?? false;
  }

  #newUrl(): string {
    this.#urls += 1;
    return `https://example.com/${this.name}/${this.#urls}-${crypto.randomUUID()}`;
  }
}

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
