import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { countedBindings } from '#testkit/counting';
import { createWorld, freshAlias } from '#testkit/world';
import { insertLinks, type RowToInsert } from './insert-links';

const { newKey } = createWorld();
const NOW = Date.UTC(2031, 0, 1);

async function wantedRows(codes: readonly string[]): Promise<RowToInsert[]> {
  const { accountId } = await newKey();
  return codes.map((code, i) => ({
    code,
    alias: code,
    id: `id-of-link-${i}`,
    accountId,
    url: 'https://example.com/',
    expiresAt: null,
    maxClicks: null,
    password: null,
    threat: null,
  }));
}

const rowsOf = async ([row]: RowToInsert[]) =>
  (await env.DB.prepare('SELECT code FROM links WHERE account_id = ?1').bind(row?.accountId).all()).results;

it('aborts an all-or-none that holds a code twice, and writes nothing of it', async () => {
  const rows = await wantedRows([freshAlias('one'), freshAlias('two'), freshAlias('three')]);
  const twice = [...rows, { ...rows[1], id: 'another-link' } as RowToInsert];
  await expect(insertLinks(env.DB, twice, NOW, true)).rejects.toThrow('NOT NULL constraint failed: links.version');
  expect(await rowsOf(rows)).toEqual([]);
});

it('gives a code that comes twice to the first row, where it is not all or none', async () => {
  const rows = await wantedRows([freshAlias('one'), freshAlias('two')]);
  const twice = [...rows, { ...rows[1], id: 'another-link' } as RowToInsert];
  await insertLinks(env.DB, twice, NOW, false);
  expect(await rowsOf(rows)).toHaveLength(2);
});

it('reads the account once, however many links it inserts', async () => {
  const { bindings, takeCost } = countedBindings();
  const rowsRead: number[] = [];
  for (const count of [1, 2, 50]) {
    const rows = await wantedRows(Array.from({ length: count }, () => freshAlias('cost')));
    takeCost();
    await insertLinks(bindings.DB, rows, NOW, false);
    rowsRead.push(takeCost().rowsRead);
  }
  expect(rowsRead).toEqual([6, 11, 251]);
});

const deleted = (row: RowToInsert) =>
  env.DB.prepare("UPDATE links SET gone = 'DELETED' WHERE code = ?1").bind(row.code).run();

it.each([true, false])('replaces no dead link by a generated code (all or none: %s)', async (isAtomic) => {
  const [row] = (await wantedRows([freshAlias('dead')])) as [RowToInsert];
  await insertLinks(env.DB, [row], NOW, false);
  await deleted(row);
  const generated = { ...row, alias: null, id: 'another-link' };
  expect(await insertLinks(env.DB, [generated], NOW, isAtomic)).toEqual(['taken']);
});

it('inserts no row of an all-or-none whose code went to another body under the same seed, also if that link is dead', async () => {
  const [row, other] = (await wantedRows([freshAlias('dead'), freshAlias('other')])) as [RowToInsert, RowToInsert];
  await insertLinks(env.DB, [row], NOW, false);
  await deleted(row);
  const again = { ...row, id: `${row.id}-of-another-body` };
  expect(await insertLinks(env.DB, [again, other], NOW, true)).toEqual(['reused', 'held back']);
  expect(await rowsOf([row])).toEqual([{ code: row.code }]);
});

it.each([true, false])('inserts nothing for a deleted account (all or none: %s)', async (isAtomic) => {
  const rows = await wantedRows([freshAlias('late')]);
  await env.DB.prepare('UPDATE accounts SET deleted_at = ?2 WHERE id = ?1').bind(rows[0]?.accountId, NOW).run();
  await expect(insertLinks(env.DB, rows, NOW, isAtomic)).rejects.toMatchObject({ code: 'KEY_INVALID' });
  expect(await rowsOf(rows)).toEqual([]);
});
