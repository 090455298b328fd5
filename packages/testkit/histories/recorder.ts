/** Records the requests and responses of a history in their order, and the promises that a response has broken. */

import { PLAN_LIMITS, type Plan } from '#domain/plans';

/** A link whose creation was requested. Its response may have been lost. */
export type RequestedLink = {
  readonly accountId: string;
  /** The code; null until a response has named it. */
  code: string | null;
  /**
   * Every destination that was requested for the link. No two links share one, so a redirect identifies its link.
   */
  readonly urls: Set<string>;
  readonly password: string | null;
  /** The greatest `maxClicks` that was requested; null for a link without a limit. */
  maxClicks: number | null;
  expiresAt: number | null;
  /** The certain destination, and the moment from which it is certain; null while an edit is running. */
  settled: { readonly url: string; readonly since: number } | null;
  /** The number of redirects. */
  granted: number;
  /** The number of 503 responses to visits. Each visit may have used a click without a redirect. */
  unavailable: number;
  /** The moments of the responses that confirmed creation, deletion and block; null without one. */
  acknowledgedAt: number | null;
  deletedAt: number | null;
  blockedAt: number | null;
};

type RequestedFields = Pick<RequestedLink, 'accountId' | 'password' | 'maxClicks'> & { readonly url: string };

/** A visit and its response. `begunAt` is its place in the order of events, `now` the time of the clock. */
type RecordedVisit = {
  readonly code: string;
  readonly begunAt: number;
  readonly now: number;
  /** False for a HEAD request. It must never reveal the destination of a limited or protected link. */
  readonly isCounted: boolean;
  readonly hasRightPassword: boolean;
  readonly response: Response;
  readonly text: string;
};

export class Recorder {
  readonly links: RequestedLink[] = [];
  readonly broken: string[] = [];
  readonly #byUrl = new Map<string, RequestedLink>();
  readonly #owners = new Map<string, string>();
  readonly #known = new Map<string, number>();
  readonly #accepted = new Map<string, number>();
  readonly #charged = new Map<string, number>();
  readonly #shared = new Set<string>();
  readonly #aliasRequests = new Map<string, number>();
  /** By link: the number of edits that have begun, and of those that are running. */
  readonly #edits = new Map<RequestedLink, { readonly begun: number; readonly running: number }>();
  #moment = 0;

  /** The next number in the order of events. */
  moment(): number {
    this.#moment += 1;
    return this.#moment;
  }

  /** Records a requested creation. */
  requested({ url, ...rest }: RequestedFields): RequestedLink {
    const link: RequestedLink = {
      ...rest,
      code: null,
      urls: new Set([url]),
      expiresAt: null,
      settled: null,
      granted: 0,
      unavailable: 0,
      acknowledgedAt: null,
      deletedAt: null,
      blockedAt: null,
    };
    this.links.push(link);
    this.#byUrl.set(url, link);
    return link;
  }

  /** Records a request for an alias. A second one may make a link anew under the code of a dead one. */
  aliasRequested(alias: string): void {
    this.#aliasRequests.set(alias, (this.#aliasRequests.get(alias) ?? 0) + 1);
  }

  /** The limit of a link. Null if an edit that names the code of the link may have changed a later link of the code. */
  #findLimit({ code, urls, maxClicks }: RequestedLink): number | null {
    const mayBeLater = urls.size > 1 && (this.#aliasRequests.get(code ?? '') ?? 0) > 1;
    return mayBeLater ? null : maxClicks;
  }

  /**
   * Records that an edit of a destination begins. The order of concurrent edits is unknown, so none of them makes the
   * destination certain.
   * @returns a function that records the end of the edit, and whether it succeeded
   */
  editBegun(link: RequestedLink, url: string): (hasSucceeded: boolean) => void {
    link.urls.add(url);
    this.#byUrl.set(url, link);
    link.settled = null;
    const before = this.#editsOf(link);
    this.#edits.set(link, { begun: before.begun + 1, running: before.running + 1 });
    return (hasSucceeded) => {
      const { begun, running } = this.#editsOf(link);
      this.#edits.set(link, { begun, running: running - 1 });
      const isAlone = before.running === 0 && begun === before.begun + 1;
      if (hasSucceeded && isAlone) link.settled = { url, since: this.moment() };
    };
  }

  #editsOf = (link: RequestedLink) => this.#edits.get(link) ?? { begun: 0, running: 0 };

  /** Records an acknowledged creation. */
  acknowledged(link: RequestedLink, { shortCode, expiresAt }: { shortCode: string; expiresAt?: string }): void {
    const code = shortCode.toLowerCase();
    const owner = this.#owners.get(code) ?? link.accountId;
    if (owner !== link.accountId) this.broken.push(`I2: ${code} passed to another account`);
    if (link.code !== null && link.code !== code) this.broken.push(`one request made both ${link.code} and ${code}`);
    this.#owners.set(code, owner);
    link.code = code;
    link.expiresAt = expiresAt === undefined ? null : Date.parse(expiresAt);
    link.acknowledgedAt ??= this.moment();
    if (!this.#known.has(code)) this.#known.set(code, link.acknowledgedAt);
  }

  /** Records an acknowledged creation of a link that upserts may change, each with a destination of its own. */
  acknowledgedShared(link: RequestedLink, response: { shortCode: string; expiresAt?: string }): void {
    this.acknowledged(link, response);
    this.#shared.add(response.shortCode.toLowerCase());
  }

  /** Whether upserts may change a link, so that several requests have its code. */
  isShared({ code }: RequestedLink): boolean {
    return code !== null && this.#shared.has(code);
  }

  /**
   * Records the response to a call with a key. The reset time in the response identifies the window. A call that a
   * window other than the key's has refused counts in the key's window, though not in the month.
   */
  called(key: string, plan: Plan, { status, headers }: Response, isOfOtherWindow = false): void {
    if (status === 401 || (status === 429 && !isOfOtherWindow) || status >= 500) return;
    if (status !== 429) this.#charged.set(key, this.chargedTo(key) + 1);
    const window = `${key} ${headers.get('X-RateLimit-Reset')}`;
    const count = (this.#accepted.get(window) ?? 0) + 1;
    this.#accepted.set(window, count);
    const { requestsPerMinute } = PLAN_LIMITS[plan];
    if (count === requestsPerMinute + 1) this.broken.push(`I6: more than ${requestsPerMinute} calls in one window`);
  }

  /** The number of calls that the month of a key must count. */
  chargedTo(key: string): number {
    return this.#charged.get(key) ?? 0;
  }

  /** Records a visit, and checks its response. */
  visited(seen: RecordedVisit): void {
    const { response, code, begunAt } = seen;
    const acknowledgedAt = this.#known.get(code);
    if (response.status === 404 && acknowledgedAt !== undefined && acknowledgedAt < begunAt)
      this.broken.push(`I3: ${code} is 404 though it exists`);
    if (response.status >= 500 && response.status !== 503) this.broken.push(`a visit got ${response.status}`);
    if (response.status === 503) this.#countUnavailable(code, response);
    const location = response.headers.get('Location');
    const link = location === null ? undefined : this.#byUrl.get(location);
    if (location !== null && link === undefined)
      this.broken.push(`${code} redirects to ${location}, which nobody requested`);
    if (link !== undefined) this.#checkRedirect(link, location, seen);
    this.#checkSecrecy(seen);
  }

  #countUnavailable(code: string, response: Response): void {
    if (!response.headers.has('Retry-After')) this.broken.push('503 without Retry-After');
    for (const link of this.links) if (link.code === code) link.unavailable += 1;
  }

  #checkRedirect(link: RequestedLink, location: string | null, { code, begunAt, now, isCounted }: RecordedVisit): void {
    const { expiresAt, deletedAt, blockedAt } = link;
    const maxClicks = this.#findLimit(link);
    const isPriced = maxClicks !== null || link.password !== null;
    if (isPriced && !isCounted) this.broken.push(`${code} was revealed and not counted`);
    if (isCounted) link.granted += 1;
    if (maxClicks !== null && link.granted > maxClicks)
      this.broken.push(`I1: ${link.granted} redirects of a link with ${maxClicks} clicks`);
    if (expiresAt !== null && now >= expiresAt) this.broken.push(`I4: ${code} redirected after its end`);
    const { settled } = link;
    const isOld = settled !== null && settled.since < begunAt && settled.url !== location;
    if (isOld && maxClicks !== null) this.broken.push(`${code}, limited, redirected to its destination before an edit`);
    const isOver = [deletedAt, blockedAt].some((at) => at !== null && at < begunAt);
    if (isOver && maxClicks !== null) this.broken.push(`${code}, limited, redirected after its deletion or block`);
  }

  /** Checks that no response without the right password names the destination of a protected link. */
  #checkSecrecy({ code, response, text, hasRightPassword }: RecordedVisit): void {
    const shown = `${text}\n${[...response.headers.values()].join('\n')}`;
    for (const { password, urls } of this.links) {
      if (password === null || hasRightPassword) continue;
      if ([...urls].some((url) => shown.includes(url))) this.broken.push(`I7: ${code} was shown without its password`);
    }
  }
}
