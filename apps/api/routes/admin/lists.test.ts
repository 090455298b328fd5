/** The operator's lists: their pages, and the cursor that only a page before the last one has (specification 13.10). */
import { describe, expect, it } from 'vitest';
import { askForUpgrade } from '#api/accounts/upgrades';
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

// An account is read beside each key, and twice beside each upgrade request.
describe.each([
  ['accounts', 1],
  ['keys', 2],
  ['upgrades', 3],
])('the list of %s', (name, rowsEach) => {
  /** Adds three rows to each list. @returns all ids of this list */
  async function allIds(): Promise<string[]> {
    for (let i = 0; i < 3; i++) await askForUpgrade(world.env, (await world.newKey('FREE')).accountId, 'PRO', NOON);
    const { rows, nextCursor } = await read(name, 'limit=1000');
    expect(nextCursor).toBeNull();
    return rows.map(({ id }) => id);
  }

  it('has no cursor after a full last page', async () => {
    const ids = await allIds();
    const whole = await read(name, `limit=${ids.length}`);
    expect([whole.rows.map(({ id }) => id), whole.nextCursor]).toEqual([ids, null]);
    const last = await read(name, `limit=2&cursor=${ids.at(-3)}`);
    expect([last.rows.map(({ id }) => id), last.nextCursor]).toEqual([ids.slice(-2), null]);
  });

  it('has a cursor after a page that another one follows, even if that has a single row', async () => {
    const ids = await allIds();
    const first = await read(name, `limit=${ids.length - 1}`);
    expect([first.rows.map(({ id }) => id), first.nextCursor]).toEqual([ids.slice(0, -1), ids.at(-2)]);
    const next = await read(name, `limit=1&cursor=${first.nextCursor}`);
    expect([next.rows.map(({ id }) => id), next.nextCursor]).toEqual([ids.slice(-1), null]);
  });

  it('takes one query, which reads one row more than the page', async () => {
    await allIds();
    const { bindings, takeCost } = countedBindings();
    const response = await createWorld(bindings).admin('GET', `/${name}?limit=2`);
    expect(response.status).toBe(200);
    const { d1, rowsRead } = takeCost();
    expect(d1).toHaveLength(1);
    expect(rowsRead).toBe(3 * rowsEach);
  });

  it('has no cursor after an empty page', async () => {
    const ids = await allIds();
    expect(await read(name, `cursor=${ids.at(-1)}`)).toEqual({ rows: [], nextCursor: null });
  });
});
