import { env } from 'cloudflare:workers';
import { getTableConfig } from 'drizzle-orm/sqlite-core';
import { describe, expect, it } from 'vitest';
import * as schema from './schema';

type Column = { name: string; type: string; notnull: number; pk: number };

describe.each(Object.values(schema).map((table) => getTableConfig(table)))('table $name', ({ name, columns }) => {
  it('has the columns that drizzle believes in', async () => {
    const { results } = await env.DB.prepare(`PRAGMA table_info(${name})`).all<Column>();
    const migrated = results.map((column) => ({
      name: column.name,
      type: column.type.toLowerCase(),
      notNull: column.notnull === 1,
      primary: column.pk === 1,
    }));
    const believed = columns.map((column) => ({
      name: column.name,
      type: column.getSQLType(),
      notNull: column.notNull,
      primary: column.primary,
    }));
    expect(migrated).toEqual(believed);
  });
});

it('bills two rows for an ordinary create: the link and its one index', async () => {
  const { results } = await env.DB.prepare(
    "SELECT sql FROM sqlite_master WHERE type = 'index' AND tbl_name = 'links'",
  ).all<{
    sql: string | null;
  }>();
  const always = results.filter(({ sql }) => sql !== null && !sql.includes(' WHERE '));
  expect(always).toHaveLength(1);
});
