/** The actions of a history on links with details, on many links at once, and those of a key for its own links. */
import { env } from 'cloudflare:workers';
import type { NewKey, World } from '../world';
import type { Recorder, RequestedLink } from './recorder';

type Body = Record<string, unknown>;

/** What these actions need of the history. */
type Stage = {
  readonly recorder: Recorder;
  /** A prefix that no other history has. */
  readonly name: string;
  newUrl(): string;
  /** Sends a request with a key, and records the call. */
  call(world: World, key: string, method: string, path: string, body?: Body): Promise<Response>;
  /** Makes one visit, and records it. */
  visit(world: World, code: string): Promise<Response>;
  /** A link whose code is known; undefined without one. */
  some(target: number, matches: (link: RequestedLink) => boolean): RequestedLink | undefined;
};

/** The number of ids for which upserts and creations of one account compete. */
const IDS = 2;

export class DetailActors {
  /** The links that were acknowledged with a title and tags. No action changes the title, or takes these tags away. */
  readonly titled: { readonly code: string; readonly title: string; readonly tags: readonly string[] }[] = [];

  constructor(readonly stage: Stage) {}

  /** Makes or changes the link with an id of the caller. The notes name the id for ever, even if the link loses it. */
  async upsert(world: World, { key, accountId }: NewKey, target: number, variant: number): Promise<Response> {
    const { recorder, call, newUrl } = this.stage;
    const externalId = this.#makeId(target);
    const url = newUrl();
    const link = recorder.requested({ accountId, url, password: null, maxClicks: null });
    const body = { url, notes: externalId, ...(variant % 4 === 0 && { expiresIn: 60 }) };
    const response = await call(world, key, 'PUT', `/links?externalId=${externalId}`, body);
    if (response.status === 200 || response.status === 201)
      recorder.acknowledgedShared(link, await response.clone().json());
    return response;
  }

  /** Makes a link with details. In a third of the variants its id competes with those of upserts. */
  async create(world: World, { key, accountId }: NewKey, target: number, variant: number): Promise<void> {
    const { recorder, name, call, newUrl } = this.stage;
    const url = newUrl();
    const isShared = variant % 3 === 0;
    const title = `Title ${crypto.randomUUID()}`;
    const externalId = isShared ? this.#makeId(target) : title;
    const details = { title, notes: externalId, tags: [`Tag ${target % 3}`, name], externalId };
    const link = recorder.requested({ accountId, url, password: null, maxClicks: null });
    const response = await call(world, key, 'POST', '/shorten', { url, ...details });
    if (response.status !== 201) return;
    const made = await response.json<Body & { shortCode: string }>();
    for (const [field, value] of Object.entries(details))
      if (JSON.stringify(made[field]) !== JSON.stringify(value))
        recorder.broken.push(`a creation returned the ${field} ${JSON.stringify(made[field])}`);
    if (isShared) recorder.acknowledgedShared(link, made);
    else recorder.acknowledged(link, made);
    this.titled.push({ code: made.shortCode.toLowerCase(), title, tags: details.tags });
  }

  /**
   * Deletes two links of one account in one call. In half of the variants a visit of each comes before and after it.
   */
  async removeMany(world: World, { key, accountId }: NewKey, target: number, variant: number): Promise<void> {
    const { recorder, name, call, some, visit } = this.stage;
    const isOf = (link: RequestedLink) => link.accountId === accountId;
    const links = new Map([target, target + 1].map((at) => some(at, isOf)).map((link) => [link?.code, link]));
    const shortCodes = [...links.keys()].flatMap((code) => code ?? []);
    if (shortCodes.length === 0) return;
    const visitEach = async () => {
      if (variant % 2 === 0) await Promise.all(shortCodes.map((code) => visit(world, code)));
    };
    await visitEach();
    const body = { shortCodes, delete: true, confirm: shortCodes.length };
    const response = await call(world, key, 'POST', '/links/bulk', body);
    if (response.status !== 200) return;
    const { results } = await response.json<{ results: { success: boolean; shortCode: string }[] }>();
    for (const { success, shortCode } of results) {
      const link = links.get(shortCode.toLowerCase());
      // A dead alias may have been taken again.
      if (success && link !== undefined && !shortCode.startsWith(`${name}-`)) link.deletedAt ??= recorder.moment();
    }
    await visitEach();
  }

  /** Gives a new tag to two links of one account in one call, or takes the last one away. Other tags stay. */
  async tagMany(world: World, { key, accountId }: NewKey, target: number, variant: number): Promise<void> {
    const { call, some } = this.stage;
    const isOf = (link: RequestedLink) => link.accountId === accountId;
    const shortCodes = [target, target + 1].flatMap((at) => some(at, isOf)?.code ?? []);
    if (shortCodes.length === 0) return;
    const last = `Added ${this.#added}`;
    if (variant % 3 > 0) this.#added += 1;
    const change = variant % 3 > 0 ? { addTags: [`Added ${this.#added}`] } : { removeTags: [last] };
    await call(world, key, 'POST', '/links/bulk', { shortCodes, change });
  }

  #added = 0;

  /** Uses a key for its own links: it makes one, lists them, or tries to read, change or delete one of another key. */
  async useOwn(world: World, own: NewKey, target: number, variant: number): Promise<void> {
    const act = variant % (ATTEMPTS.length + 2);
    if (act === 0) return this.#upsertOwn(world, own, target, variant);
    const link = this.stage.some(target, ({ accountId }) => accountId === own.accountId);
    const attempt = ATTEMPTS[act - 2];
    if (attempt === undefined || link?.code == null) return this.#listOwn(world, own);
    // No action of another key takes the code of a link that the key has made, and the key takes no alias.
    if ((await madeByOthers([link.code], own.id)) === 0) return;
    const { method, path, body } = attempt(link.code);
    const response = await this.stage.call(world, own.key, method, path, body);
    const isReached = response.status < 300 && !(await response.text()).includes('"statusCode":404');
    if (isReached) this.stage.recorder.broken.push(`a key for its own links reached ${link.code} by ${method} ${path}`);
  }

  async #upsertOwn(world: World, own: NewKey, target: number, variant: number): Promise<void> {
    const response = await this.upsert(world, own, target, variant);
    if (response.status === 200 || response.status === 201) await this.#checkOwn([await response.json()], own);
  }

  async #listOwn(world: World, own: NewKey): Promise<void> {
    const response = await this.stage.call(world, own.key, 'GET', '/links?limit=100');
    if (response.status === 200) await this.#checkOwn((await response.json<{ links: Shown[] }>()).links, own);
  }

  async #checkOwn(links: readonly Shown[], { id }: NewKey): Promise<void> {
    const others = await madeByOthers(
      links.map(({ shortCode }) => shortCode.toLowerCase()),
      id,
    );
    if (others > 0) this.stage.recorder.broken.push(`a key for its own links got ${others} links of other keys`);
  }

  readonly #makeId = (target: number) => `${this.stage.name}-id-${target % IDS}`;
}

type Shown = { readonly shortCode: string };

const ATTEMPTS: readonly ((code: string) => { method: string; path: string; body?: Body })[] = [
  (code) => ({ method: 'GET', path: `/links/${code}` }),
  (code) => ({ method: 'PATCH', path: `/links/${code}`, body: { maxClicks: null } }),
  (code) => ({ method: 'DELETE', path: `/links/${code}` }),
  (code) => ({ method: 'POST', path: '/links/bulk', body: { shortCodes: [code], delete: true, confirm: 1 } }),
];

/** The number of codes whose links a key other than this one has made. */
const madeByOthers = async (codes: readonly string[], keyId: string): Promise<number> =>
  (await env.DB.prepare(
    'SELECT count(*) AS n FROM links WHERE code IN (SELECT value FROM json_each(?1)) AND made_by IS NOT ?2',
  )
    .bind(JSON.stringify(codes), keyId)
    .first<number>('n')) ?? 0;
