/** The operator's lists: their pages, and the cursor that only a page before the last one has (specification 13.10). */
import { describe, expect, it } from 'vitest';
import { askForUpgrade } from '#api/accounts/upgrades';
import { OPERATOR } from '#domain/account-events';
import { NOON } from '#testkit/clock';
import { countedBindings } from '#testkit/counting';
import { createWorld } from '#testkit/world';

const world = createWorld();

type Row = { readonly id: string };
type List = { readonly rows: readonly Row[]; readonly nextCursor: string | null };

async function read(name: string, query: string): Promise<List> {
  const response = await world.admin('GET', `/${name}?${query}`);
  expect(response.status).toBe(200);
  const { nextCursor, ...lists } = await response.json<{ nextCursor: string | null }>();
  return { rows: (lists as Readonly<Record<string, readonly Row[]>>)[name] ?? [], nextCursor };
}

describe.each(['accounts', 'keys', 'upgrades'])('the list of %s', (name) => {
  /** Adds four rows to each list, and reads this list to its end. @returns its last four ids */
  async function lastIds(): Promise<[string, string, string, string]> {
    for (let i = 0; i < 4; i++)
      await askForUpgrade(world.env, (await world.newKey('FREE')).accountId, { plan: 'PRO' }, OPERATOR, NOON);
    const ids: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: List = await read(name, cursor === '' ? 'limit=1000' : `limit=1000&cursor=${cursor}`);
      ids.push(...page.rows.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    return ids.slice(-4) as [string, string, string, string];
  }

  it('has no cursor after a full last page', async () => {
    const [first, ...others] = await lastIds();
    const last = await read(name, `limit=3&cursor=${first}`);
    expect([last.rows.map(({ id }) => id), last.nextCursor]).toEqual([others, null]);
  });

  it('has a cursor after a page that another one follows, even if that has a single row', async () => {
    const [first, second, third, fourth] = await lastIds();
    const page = await read(name, `limit=2&cursor=${first}`);
    expect([page.rows.map(({ id }) => id), page.nextCursor]).toEqual([[second, third], third]);
    const next = await read(name, `limit=1&cursor=${third}`);
    expect([next.rows.map(({ id }) => id), next.nextCursor]).toEqual([[fourth], null]);
  });

  it('takes one query', async () => {
    const { bindings, takeCost } = countedBindings();
    const response = await createWorld(bindings).admin('GET', `/${name}?limit=2`);
    expect(response.status).toBe(200);
    expect(takeCost().d1).toEqual([expect.stringMatching(/ limit \?$/)]);
  });

  it('has no cursor after an empty page', async () => {
    const [, , , last] = await lastIds();
    expect(await read(name, `cursor=${last}`)).toEqual({ rows: [], nextCursor: null });
  });
});
