/** Compares the drizzle schema with the tables of the migrated database. */
import { env } from 'cloudflare:workers';
import { getTableName } from 'drizzle-orm';
import { getTableConfig } from 'drizzle-orm/sqlite-core';
import { describe, expect, it } from 'vitest';
import * as schema from './schema';

type Column = { name: string; type: string; notnull: number; pk: number };

describe.each(Object.values(schema).map((table) => getTableConfig(table)))(
  'table $name',
  ({ name, columns, primaryKeys }) => {
    it('has the same columns in the migrated database as in the drizzle schema', async () => {
      const { results } = await env.DB.prepare(`PRAGMA table_info(${name})`).all<Column>();
      const migrated = results.map((column) => ({
        name: column.name,
        type: column.type.toLowerCase(),
        // An INTEGER PRIMARY KEY is never NULL in SQLite, although PRAGMA table_info may show it as nullable.
        notNull: column.notnull === 1 || column.pk === 1,
        placeInKey: column.pk,
      }));
      const key = columns.filter(({ primary }) => primary).concat(primaryKeys.flatMap((one) => one.columns));
      const declared = columns.map((column) => ({
        name: column.name,
        type: column.getSQLType(),
        notNull: column.notNull,
        placeInKey: key.indexOf(column) + 1,
      }));
      expect(migrated).toEqual(declared);
    });
  },
);

it('the drizzle schema has every table of the migrated database', async () => {
  const tables = env.DB.prepare(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '_cf_*' AND name NOT GLOB 'sqlite_*' AND name <> 'd1_migrations'",
  );
  const { results } = await tables.all<{ name: string }>();
  expect(results.map(({ name }) => name).sort()).toEqual(Object.values(schema).map(getTableName).sort());
});

it('the table links has one full index, so that D1 bills two row writes for a new link', async () => {
  const { results } = await env.DB.prepare(
    "SELECT sql FROM sqlite_master WHERE type = 'index' AND tbl_name = 'links'",
  ).all<{
    sql: string | null;
  }>();
  const full = results.filter(({ sql }) => sql !== null && !sql.includes(' WHERE '));
  expect(full).toHaveLength(1);
});
