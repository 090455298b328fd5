/**
 * A walk through all pages of a list skips and repeats no link, although other links are created, deleted and edited.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fakeClock, NOON } from '#testkit/clock';
import { createWorld, freshAlias, type NewKey } from '#testkit/world';
import { LinkList } from './links';

const world = createWorld();
const turnTo = fakeClock();

/** A change of the list between two pages. `which` chooses the link. */
type Change = {
  readonly what: 'make' | 'delete' | 'edit' | 'expire' | 'retake';
  readonly which: number;
  readonly ms: number;
};

const change: fc.Arbitrary<Change> = fc.record({
  what: fc.constantFrom('make', 'delete', 'edit', 'expire', 'retake'),
  which: fc.nat(1_000),
  // Mostly 0, so that many links are created in the same millisecond.
  ms: fc.constantFrom(0, 0, 0, 1, 1_000),
});

const walk = fc.record({
  made: fc.array(fc.constantFrom(0, 0, 0, 1, 5), { minLength: 1, maxLength: 14 }),
  limits: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 6 }),
  between: fc.array(fc.array(change, { maxLength: 3 }), { maxLength: 8 }),
  filter: fc.constantFrom('', 'status=active', 'status=expired', 'search=EXAMPLE', 'prefix', 'prefix&status=active'),
});

/** An account whose links change during a walk. It records the changes. */
class Account {
  readonly codes: string[] = [];
  /** The codes that got a new link since the walk began. `changed` has the codes whose link was changed. */
  readonly moved = new Set<string>();
  readonly changed = new Set<string>();
  #now = NOON;

  constructor(
    readonly owner: NewKey,
    readonly mark: string,
  ) {}

  pass(ms: number): void {
    this.#now += ms;
    turnTo(this.#now);
  }

  async make(code = `${this.mark}-${this.codes.length}`): Promise<void> {
    const made = await world.shorten(this.owner.key, { url: 'https://example.com/', alias: code });
    expect(made.status).toBe(201);
    if (!this.codes.includes(code)) this.codes.push(code);
    this.moved.add(code);
  }

  async apply({ what, which, ms }: Change): Promise<void> {
    this.pass(ms);
    const code = this.codes[which % this.codes.length] ?? '';
    if (what === 'make') return this.make();
    const on = (method: string, body?: Record<string, unknown>) =>
      world.v2(this.owner.key, method, `/links/${code}`, body);
    this.changed.add(code);
    if (what === 'delete' || what === 'retake') expect((await on('DELETE')).status).toBe(204);
    if (what === 'retake') await this.make(code);
    const edit = what === 'edit' ? { url: 'https://example.com/other' } : { expiresIn: 60 };
    if (what === 'edit' || what === 'expire') expect([200, 410]).toContain((await on('PATCH', edit)).status);
  }

  async page(query: string): Promise<LinkList> {
    const response = await world.v2(this.owner.key, 'GET', `/links?${query}`);
    expect(response.status, await response.clone().text()).toBe(200);
    return LinkList.parse(await response.json());
  }

  async walk(filter: string, limits: readonly number[], between: readonly (readonly Change[])[] = []) {
    const shown: string[] = [];
    let next: string | null = '';
    for (let turn = 0; next !== null; turn++) {
      const limit = limits[turn % limits.length];
      const page: LinkList = await this.page(`${filter}&limit=${limit}${next && `&cursor=${next}`}`);
      expect(page.links.length).toBeLessThanOrEqual(limit ?? 0);
      shown.push(...page.links.map(({ shortCode }) => shortCode));
      next = page.nextCursor;
      for (const one of between[turn] ?? []) await this.apply(one);
    }
    return shown;
  }
}

it('a walk through a list shows each link once that existed during the whole walk', {
  timeout: 120_000,
}, async () => {
  turnTo(NOON);
  await fc.assert(
    fc.asyncProperty(walk, async ({ made, limits, between, filter }) => {
      const account = new Account(await world.newKey(), freshAlias('walk'));
      for (const ms of made) {
        account.pass(ms);
        await account.make();
      }
      for (const code of account.codes.filter((_, i) => i % 3 === 0)) {
        await world.v2(account.owner.key, 'DELETE', `/links/${code}`);
      }
      const query = filter.replace('prefix', `prefix=${account.mark}`);
      const before = await account.walk(query, [100]);
      account.moved.clear();
      account.changed.clear();

      const shown = await account.walk(query, limits, between);
      expect(new Set(shown).size).toBe(shown.length);
      const mayBeMissing = (code: string) =>
        account.moved.has(code) || (filter.includes('status') && account.changed.has(code));
      const unchanged = (codes: readonly string[]) => codes.filter((code) => !mayBeMissing(code));
      expect(unchanged(shown)).toEqual(unchanged(before));
    }),
    { numRuns: 25, endOnFailure: true },
  );
});
