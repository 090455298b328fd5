/** The client of the Swiftlet API: a method for every endpoint that an API key may call. */

import type {
  AccountStatistics,
  AccountStatisticsQuery,
  Batch,
  Bulk,
  BulkRequest,
  KeySelf,
  Link,
  LinkEdit,
  LinkList,
  LinkRequest,
  LinkStatistics,
  LinksQuery,
  ListedTag,
  ManagedLink,
  QrQuery,
  StatisticsQuery,
  Tag,
  TagChange,
  TagList,
  Usage,
} from './api-types.js';
import { type CallOptions, type CreateOptions, checkIdempotencyKey, type SwiftletOptions } from './options.js';
import { type BatchResult, makePath, makeQuery, makeTagPath, splitIntoBatches } from './requests.js';
import { decodeText, type Limits } from './response.js';
import { RUNTIME, type Runtime, Transport } from './transport.js';

export type * from './api-types.js';
export type { AnswerNotice, CallOptions, CreateOptions, Fetch, Patience, SwiftletOptions } from './options.js';
export type { BatchResult } from './requests.js';
export type { Allowance, Limits } from './response.js';
export { type Envelope, SwiftletConnectionError, SwiftletError, SwiftletTimeoutError } from './response.js';
export type { Runtime } from './transport.js';

/** The image of a QR code. */
export type QrCode = {
  /** `image/png` or `image/svg+xml`. */
  readonly type: string;
  readonly bytes: Uint8Array;
};

/**
 * Every method rejects with a SwiftletError where the API refuses the request, with a SwiftletConnectionError where no
 * complete response comes, and with the reason of an aborted signal. Lists are async iterators: they request more as
 * they are read.
 */
export class Swiftlet {
  readonly #transport: Transport;

  /**
   * @param runtime time and random numbers, for tests
   * @throws TypeError for options that are invalid, or that would send the key unencrypted
   * @example
   * const swiftlet = new Swiftlet({ baseUrl: 'https://api.example.com', key: process.env.SWIFTLET_KEY ?? '' });
   */
  constructor(options: SwiftletOptions, runtime: Runtime = RUNTIME) {
    this.#transport = new Transport(options, runtime);
  }

  /**
   * What the key had left at the latest response with limits; null before such a response.
   * @example
   * console.log(swiftlet.limits?.window.remaining, swiftlet.limits?.month.resetsAt);
   */
  get limits(): Limits | null {
    return this.#transport.limits;
  }

  /**
   * Makes a link.
   * @param options with `ifExists: 'return'` the oldest plain link to the same destination that was made in this way is
   * returned, if there is one
   * @example
   * const { shortUrl } = await swiftlet.shorten({ url: 'https://example.com/sale', alias: 'Promo', maxClicks: 500 });
   * console.log(shortUrl);
   */
  shorten(
    request: LinkRequest,
    { idempotencyKey, ifExists, ...options }: CreateOptions & { readonly ifExists?: 'return' | undefined } = {},
  ): Promise<Link> {
    return this.#post('/v2/shorten', request, idempotencyKey, options, makeQuery({ ifExists }));
  }

  /**
   * Makes up to fifty links in one call. A refused item does not stop the others, and its result says why it was
   * refused.
   * @param options `atomic` makes all links or none; if none, the error has the result of each item
   * @example
   * const urls = ['https://example.com/a', 'https://example.com/b'];
   * const { results } = await swiftlet.shortenBatch(urls.map((url) => ({ url })));
   * for (const result of results) console.log(result.success ? result.shortUrl : result.message);
   */
  shortenBatch(
    requests: readonly LinkRequest[],
    { idempotencyKey, atomic, ...options }: CreateOptions & { readonly atomic?: boolean | undefined } = {},
  ): Promise<Batch> {
    const path = '/v2/shorten/batch';
    return this.#post(path, { urls: requests }, idempotencyKey, options, makeQuery({ atomic }));
  }

  /**
   * Makes any number of links, in batches. Yields a result for each, in order; `index` counts over all batches. The
   * source is read as the results are read.
   * @param options with an `idempotencyKey` the first batch has the key `<key>-1`, the second `<key>-2`, and so on;
   * then the same source makes nothing twice
   * @example
   * const requests = [{ url: 'https://example.com/a' }, { url: 'https://example.com/b' }];
   * for await (const result of swiftlet.shortenMany(requests, { idempotencyKey: 'import-17' })) {
   *   if (!result.success) console.error(result.index, result.errorType);
   * }
   */
  async *shortenMany(
    requests: Iterable<LinkRequest> | AsyncIterable<LinkRequest>,
    { idempotencyKey, ...options }: CreateOptions = {},
  ): AsyncGenerator<BatchResult, void, undefined> {
    let before = 0;
    let sent = 0;
    for await (const batch of splitIntoBatches(requests)) {
      sent++;
      const batchKey = idempotencyKey === undefined ? undefined : `${idempotencyKey}-${sent}`;
      const { results } = await this.shortenBatch(batch, { ...options, idempotencyKey: batchKey });
      for (const result of results) yield { ...result, index: before + result.index };
      before += batch.length;
    }
  }

  /**
   * Yields the account's links that match the query, newest first, page after page. With `sort: 'clicks'` or
   * `'lastClick'` the pages must be read within ten minutes.
   * @example
   * for await (const { shortCode, url } of swiftlet.links({ status: 'active' })) console.log(shortCode, url);
   * for await (const { url } of swiftlet.links({ tag: ['Winter', 'mail'], sort: 'clicks' })) console.log(url);
   */
  async *links(
    query: Omit<LinksQuery, 'cursor'> = {},
    options?: CallOptions,
  ): AsyncGenerator<ManagedLink, void, undefined> {
    let cursor: string | null = null;
    do {
      const page: LinkList = await this.linksPage({ ...query, ...(cursor !== null && { cursor }) }, options);
      yield* page.links;
      cursor = page.nextCursor;
    } while (cursor !== null);
  }

  /**
   * Reads one page of the account's links.
   * @example
   * const { links, nextCursor } = await swiftlet.linksPage({ limit: 20, search: 'sale' });
   * console.log(links.length, nextCursor);
   */
  linksPage(query: LinksQuery = {}, options?: CallOptions): Promise<LinkList> {
    return this.#get('/v2/links', makeQuery(query), options);
  }

  /**
   * Reads a link. It may have expired or been deleted.
   * @example
   * const { status, expiredReason } = await swiftlet.link('Promo');
   * console.log(status, expiredReason);
   */
  async link(shortCode: string, options?: CallOptions): Promise<ManagedLink> {
    return this.#get(makePath('links', shortCode), '', options);
  }

  /**
   * Changes a link. A field that is left out stays, `null` removes an option, and `expiresIn` counts from now.
   * @example
   * await swiftlet.edit('Promo', { url: 'https://example.com/new', maxClicks: null });
   */
  async edit(shortCode: string, change: LinkEdit, options?: CallOptions): Promise<ManagedLink> {
    return this.#transport.sendForJson({ method: 'PATCH', path: makePath('links', shortCode), body: change }, options);
  }

  /**
   * Makes the link with your own id, or changes it if there is one. On a change a field that is left out stays.
   * @example
   * const { shortUrl } = await swiftlet.upsert('campaign-1042', { url: 'https://example.com/sale', tags: ['Winter'] });
   * console.log(shortUrl);
   */
  async upsert(externalId: string, request: LinkRequest, options?: CallOptions): Promise<ManagedLink> {
    const call = { method: 'PUT', path: '/v2/links', query: makeQuery({ externalId }), body: request } as const;
    return this.#transport.sendForJson(call, options);
  }

  /**
   * Deletes a link. Deleting it again changes nothing.
   * @example
   * await swiftlet.remove('Promo');
   */
  async remove(shortCode: string, options?: CallOptions): Promise<void> {
    await this.#transport.send({ method: 'DELETE', path: makePath('links', shortCode) }, options);
  }

  /**
   * Changes up to a hundred links in the same way, or deletes them. A refused link does not stop the others, and its
   * result says why it was refused. `filter` names links by the parameters of the list. A deletion, and a change by
   * `filter`, needs `confirm`: the number of links that it names.
   * @example
   * const shortCodes = ['Promo', 'members'];
   * const { results } = await swiftlet.bulk({ shortCodes, change: { expiresIn: 604_800 } });
   * for (const result of results) if (!result.success) console.log(result.shortCode, result.message);
   * const change = { addTags: ['Spring'], removeTags: ['Winter'] };
   * await swiftlet.bulk({ filter: { tag: 'Winter' }, change, confirm: 2 });
   * await swiftlet.bulk({ shortCodes, delete: true, confirm: shortCodes.length });
   */
  bulk(request: BulkRequest, { idempotencyKey, ...options }: CreateOptions = {}): Promise<Bulk> {
    return this.#post('/v2/links/bulk', request, idempotencyKey, options);
  }

  /**
   * Yields the tags of the account, with the number and the clicks of their links, in the order of their names.
   * @example
   * for await (const { name, links, clicks } of swiftlet.tags()) console.log(name, links, clicks);
   */
  async *tags(options?: CallOptions): AsyncGenerator<ListedTag, void, undefined> {
    let cursor: string | null = null;
    do {
      const page: TagList = await this.#get('/v2/tags', makeQuery({ cursor }), options);
      yield* page.tags;
      cursor = page.nextCursor;
    } while (cursor !== null);
  }

  /**
   * Renames or recolours a tag. All its links have the new name at once.
   * @example
   * await swiftlet.editTag('Winter', { name: 'Winter 2026', color: 'blue' });
   */
  async editTag(name: string, change: TagChange, options?: CallOptions): Promise<Tag> {
    return this.#transport.sendForJson({ method: 'PATCH', path: makeTagPath(name), body: change }, options);
  }

  /**
   * Deletes a tag. Its links stay, without it.
   * @example
   * await swiftlet.removeTag('Winter 2026');
   */
  async removeTag(name: string, options?: CallOptions): Promise<void> {
    await this.#transport.send({ method: 'DELETE', path: makeTagPath(name) }, options);
  }

  /**
   * Reads the statistics of a link.
   * @example
   * const { clickCount, breakdown } = await swiftlet.statistics('Promo', { groupBy: ['day'], start: '2026-11-01' });
   * console.log(clickCount, breakdown?.day);
   */
  async statistics(shortCode: string, query: StatisticsQuery = {}, options?: CallOptions): Promise<LinkStatistics> {
    return this.#get(makePath('stats', shortCode), makeQuery(query), options);
  }

  /**
   * Reads the statistics of a link as CSV: the breakdown if `groupBy` is given, else the totals.
   * @example
   * console.log(await swiftlet.statisticsCsv('Promo', { groupBy: ['country'] }));
   */
  async statisticsCsv(shortCode: string, query: StatisticsQuery = {}, options?: CallOptions): Promise<string> {
    return this.#csv(makePath('stats', shortCode), query, options);
  }

  /**
   * Reads the statistics of the whole account or of a tag, and the most clicked links.
   * @example
   * const { topLinks } = await swiftlet.accountStatistics({ limit: 5 });
   * console.log(topLinks[0]?.shortCode);
   * const { breakdown } = await swiftlet.accountStatistics({ groupBy: ['tag'] });
   * console.log(breakdown?.tag);
   */
  accountStatistics(query: AccountStatisticsQuery = {}, options?: CallOptions): Promise<AccountStatistics> {
    return this.#get('/v2/stats', makeQuery(query), options);
  }

  /**
   * Reads the statistics of the account as CSV: the breakdown if `groupBy` is given, else the totals.
   * @example
   * console.log(await swiftlet.accountStatisticsCsv({ groupBy: ['day'], tz: 'Europe/Berlin' }));
   */
  accountStatisticsCsv(query: AccountStatisticsQuery = {}, options?: CallOptions): Promise<string> {
    return this.#csv('/v2/stats', query, options);
  }

  /**
   * Reads the QR code of a link as an image.
   * @example
   * const { type, bytes } = await swiftlet.qr('Promo', { format: 'svg', level: 'H' });
   * console.log(type, bytes.length);
   */
  async qr(shortCode: string, query: QrQuery = {}, options?: CallOptions): Promise<QrCode> {
    const call = {
      method: 'GET',
      path: makePath('qr', shortCode),
      query: makeQuery(query),
      accept: 'image/*',
    } as const;
    const { headers, bytes } = await this.#transport.send(call, options);
    return { type: headers.get('Content-Type')?.split(';', 1)[0] ?? '', bytes };
  }

  /**
   * Reads what the plan of the key allows, and what the key has used.
   * @example
   * const { plan, month } = await swiftlet.usage();
   * console.log(plan, month.remaining);
   */
  usage(options?: CallOptions): Promise<Usage> {
    return this.#get('/v2/usage', '', options);
  }

  /**
   * Reads what the key is, and what it may do.
   * @example
   * const { scopes, expiresAt } = await swiftlet.key();
   * console.log(scopes.includes('links:create'), expiresAt);
   */
  key(options?: CallOptions): Promise<KeySelf> {
    return this.#get('/v2/key', '', options);
  }

  /**
   * Revokes the key of this client for ever, for whoever finds a leaked key. Every later call is refused with 401. A
   * key with origins is refused with 403, because every visitor of its pages could end it.
   * @example
   * await swiftlet.revokeKey();
   */
  async revokeKey(options?: CallOptions): Promise<void> {
    await this.#transport.send({ method: 'POST', path: '/v2/key/revoke', query: '' }, options);
  }

  #get<Body>(path: string, query: string, options: CallOptions | undefined): Promise<Body> {
    return this.#transport.sendForJson({ method: 'GET', path, query }, options);
  }

  async #csv(path: string, query: AccountStatisticsQuery, options: CallOptions | undefined): Promise<string> {
    return decodeText(
      await this.#transport.send({ method: 'GET', path, query: makeQuery(query), accept: 'text/csv' }, options),
    );
  }

  /** Sends a POST. All its attempts have the same Idempotency-Key, so that a lost response makes nothing twice. */
  async #post<Body>(
    path: string,
    body: unknown,
    idempotencyKey: string = crypto.randomUUID(),
    options: CallOptions,
    query = '',
  ): Promise<Body> {
    checkIdempotencyKey(idempotencyKey);
    return this.#transport.sendForJson({ method: 'POST', path, query, body, idempotencyKey }, options);
  }
}
