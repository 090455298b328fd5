/** The statement that inserts links: atomic inserts, taken codes, and deleted accounts. */
import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { countedBindings } from '#testkit/counting';
import { createWorld, freshAlias } from '#testkit/world';
import { insertLinks, type RowToInsert } from './insert-links';

const { newKey } = createWorld();
const NOW = Date.UTC(2031, 0, 1);

async function newRows(codes: readonly string[]): Promise<RowToInsert[]> {
  const { accountId } = await newKey();
  return codes.map((code, i) => ({
    code,
    alias: code,
    id: `id-of-link-${i}`,
    accountId,
    madeBy: null,
    ownLinksOnly: false,
    url: 'https://example.com/',
    expiresAt: null,
    maxClicks: null,
    password: null,
    threat: null,
    details: null,
  }));
}

const readRows = async ([row]: RowToInsert[]) =>
  (await env.DB.prepare('SELECT code FROM links WHERE account_id = ?1').bind(row?.accountId).all()).results;

it('an atomic insert with the same code twice is aborted, and inserts no row', async () => {
  const rows = await newRows([freshAlias('one'), freshAlias('two'), freshAlias('three')]);
  const twice = [...rows, { ...rows[1], id: 'another-link' } as RowToInsert];
  await expect(insertLinks(env.DB, twice, NOW, true)).rejects.toThrow('NOT NULL constraint failed: links.version');
  expect(await readRows(rows)).toEqual([]);
});

it('an insert with the same code twice that is not atomic gives the code to the first row', async () => {
  const rows = await newRows([freshAlias('one'), freshAlias('two')]);
  const twice = [...rows, { ...rows[1], id: 'another-link' } as RowToInsert];
  await insertLinks(env.DB, twice, NOW, false);
  expect(await readRows(rows)).toHaveLength(2);
});

it('an insert reads five rows per link, and one row of the account', async () => {
  const { bindings, takeCost } = countedBindings();
  const rowsRead: number[] = [];
  for (const count of [1, 2, 50]) {
    const rows = await newRows(Array.from({ length: count }, () => freshAlias('cost')));
    takeCost();
    await insertLinks(bindings.DB, rows, NOW, false);
    rowsRead.push(takeCost().rowsRead);
  }
  expect(rowsRead).toEqual([6, 11, 251]);
});

const markDeleted = (row: RowToInsert) =>
  env.DB.prepare("UPDATE links SET gone = 'DELETED' WHERE code = ?1").bind(row.code).run();

it.each([true, false])(
  'an insert with a generated code does not replace a dead link (atomic: %s)',
  async (isAtomic) => {
    const [row] = (await newRows([freshAlias('dead')])) as [RowToInsert];
    await insertLinks(env.DB, [row], NOW, false);
    await markDeleted(row);
    const generated = { ...row, alias: null, id: 'another-link' };
    expect(await insertLinks(env.DB, [generated], NOW, isAtomic)).toEqual(['taken']);
  },
);

it('an atomic insert inserts no row if another body with the same seed has a code, even in a dead link', async () => {
  const [row, other] = (await newRows([freshAlias('dead'), freshAlias('other')])) as [RowToInsert, RowToInsert];
  await insertLinks(env.DB, [row], NOW, false);
  await markDeleted(row);
  const again = { ...row, id: `${row.id}-of-another-body` };
  expect(await insertLinks(env.DB, [again, other], NOW, true)).toEqual(['reused', 'held back']);
  expect(await readRows([row])).toEqual([{ code: row.code }]);
});

it.each([true, false])(
  'an insert for a deleted account is KEY_INVALID, and inserts no row (atomic: %s)',
  async (isAtomic) => {
    const rows = await newRows([freshAlias('late')]);
    await env.DB.prepare('UPDATE accounts SET deleted_at = ?2 WHERE id = ?1').bind(rows[0]?.accountId, NOW).run();
    await expect(insertLinks(env.DB, rows, NOW, isAtomic)).rejects.toMatchObject({ code: 'KEY_INVALID' });
    expect(await readRows(rows)).toEqual([]);
  },
);
