/** What was seen in a history, in its order, and the promises that were broken before everybody's eyes. */

import { PLAN_LIMITS, type Plan } from '#domain/plans';

/** A link that somebody asked for, whether or not the answer came. */
export type Story = {
  readonly accountId: string;
  /** Null until an answer named it. */
  code: string | null;
  /** Every destination it was to have: each is unlike all others, so that a redirect names its link. */
  readonly urls: Set<string>;
  readonly password: string | null;
  /** The most clicks that anybody asked it to have; null: not limited. */
  maxClicks: number | null;
  expiresAt: number | null;
  /** Where it leads for certain, since when; null while somebody leads it elsewhere. */
  settled: { readonly url: string; readonly since: number } | null;
  /** Redirects that were given. */
  granted: number;
  /** Visits that heard 503: each may have cost a click that nobody got. */
  unanswered: number;
  /** When the answer that says so was there; null: not so, as far as is known. */
  acknowledgedAt: number | null;
  deletedAt: number | null;
  blockedAt: number | null;
};

export type Wanted = Pick<Story, 'accountId' | 'password' | 'maxClicks'> & { readonly url: string };

/** A visit as it was answered. `begunAt` is the order of things, `now` the clock's moment. */
export type Seen = {
  readonly code: string;
  readonly begunAt: number;
  readonly now: number;
  /** It is no HEAD, which may never reveal what has a price. */
  readonly isCounted: boolean;
  readonly hasRightPassword: boolean;
  readonly answer: Response;
  readonly text: string;
};

export class Chronicle {
  readonly stories: Story[] = [];
  readonly broken: string[] = [];
  readonly log: string[] = [];
  readonly #byUrl = new Map<string, Story>();
  readonly #owners = new Map<string, string>();
  readonly #known = new Map<string, number>();
  readonly #accepted = new Map<string, number>();
  readonly #charged = new Map<string, number>();
  readonly #edits = new Map<Story, number>();
  #moment = 0;

  /** A place in the order of things: what has a higher one began later. */
  moment(): number {
    this.#moment += 1;
    return this.#moment;
  }

  /** Somebody asks for a link. */
  wanted({ url, ...rest }: Wanted): Story {
    const story: Story = {
      ...rest,
      code: null,
      urls: new Set([url]),
      expiresAt: null,
      settled: null,
      granted: 0,
      unanswered: 0,
      acknowledgedAt: null,
      deletedAt: null,
      blockedAt: null,
    };
    this.stories.push(story);
    this.#byUrl.set(url, story);
    return story;
  }

  /** A link is to lead elsewhere. Returns what notes that it does, unless another one began meanwhile. */
  redirected(story: Story, url: string): () => void {
    story.urls.add(url);
    this.#byUrl.set(url, story);
    story.settled = null;
    const begun = (this.#edits.get(story) ?? 0) + 1;
    this.#edits.set(story, begun);
    return () => {
      if (this.#edits.get(story) === begun) story.settled = { url, since: this.moment() };
    };
  }

  /** A creation was acknowledged. */
  made(story: Story, { shortCode, expiresAt }: { shortCode: string; expiresAt?: string }): void {
    const code = shortCode.toLowerCase();
    const owner = this.#owners.get(code) ?? story.accountId;
    if (owner !== story.accountId) this.broken.push(`I2: ${code} passed to another account`);
    if (story.code !== null && story.code !== code) this.broken.push(`one request made ${story.code} and ${code}`);
    this.#owners.set(code, owner);
    story.code = code;
    story.expiresAt = expiresAt === undefined ? null : Date.parse(expiresAt);
    story.acknowledgedAt ??= this.moment();
    if (!this.#known.has(code)) this.#known.set(code, story.acknowledgedAt);
  }

  /** A call with a key was answered. Windows are told apart by their ends. */
  called(key: string, plan: Plan, { status, headers }: Response): void {
    if (status === 401 || status === 429 || status >= 500) return;
    this.#charged.set(key, this.chargedTo(key) + 1);
    const window = `${key} ${headers.get('X-RateLimit-Reset')}`;
    const count = (this.#accepted.get(window) ?? 0) + 1;
    this.#accepted.set(window, count);
    const { requestsPerMinute } = PLAN_LIMITS[plan];
    if (count === requestsPerMinute + 1) this.broken.push(`I6: more than ${requestsPerMinute} calls in one window`);
  }

  /** Calls that were answered and belong to the key's month. */
  chargedTo(key: string): number {
    return this.#charged.get(key) ?? 0;
  }

  /** A visit was answered. */
  visited(seen: Seen): void {
    const { answer, code, begunAt } = seen;
    const acknowledgedAt = this.#known.get(code);
    if (answer.status === 404 && acknowledgedAt !== undefined && acknowledgedAt < begunAt)
      this.broken.push(`I3: ${code} is 404 though it exists`);
    if (answer.status >= 500 && answer.status !== 503) this.broken.push(`a visit answered ${answer.status}`);
    if (answer.status === 503) this.#unanswered(code, answer);
    const location = answer.headers.get('Location');
    const story = location === null ? undefined : this.#byUrl.get(location);
    if (location !== null && story === undefined) this.broken.push(`${code} leads to ${location}, as nobody wished`);
    if (story !== undefined) this.#ledOn(story, location, seen);
    this.#heldBack(seen);
  }

  #unanswered(code: string, answer: Response): void {
    if (!answer.headers.has('Retry-After')) this.broken.push('503 without Retry-After');
    for (const story of this.stories) if (story.code === code) story.unanswered += 1;
  }

  #ledOn(story: Story, location: string | null, { code, begunAt, now, isCounted }: Seen): void {
    const { maxClicks, expiresAt, deletedAt, blockedAt } = story;
    const isPriced = maxClicks !== null || story.password !== null;
    if (isPriced && !isCounted) this.broken.push(`${code} was revealed and not counted`);
    if (isCounted) story.granted += 1;
    if (maxClicks !== null && story.granted > maxClicks)
      this.broken.push(`I1: ${story.granted} clicks of ${maxClicks} given`);
    if (expiresAt !== null && now >= expiresAt) this.broken.push(`I4: ${code} led on after its end`);
    const { settled } = story;
    const isOld = settled !== null && settled.since < begunAt && settled.url !== location;
    if (isOld && maxClicks !== null) this.broken.push(`${code}, limited, led where it led before its edit`);
    const isOver = [deletedAt, blockedAt].some((at) => at !== null && at < begunAt);
    if (isOver && maxClicks !== null) this.broken.push(`${code}, limited, led on after its deletion or block`);
  }

  /** No answer names the destination of a protected link to somebody without its password. */
  #heldBack({ code, answer, text, hasRightPassword }: Seen): void {
    const shown = `${text}\n${[...answer.headers.values()].join('\n')}`;
    for (const { password, urls } of this.stories) {
      if (password === null || hasRightPassword) continue;
      if ([...urls].some((url) => shown.includes(url))) this.broken.push(`I7: ${code} was shown without its password`);
    }
  }
}
