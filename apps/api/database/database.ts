/**
 * Connects drizzle to D1, with the parts of SQL statements that its query builder lacks, and the columns that announce
 * a put to KV (docs/design/publishing-to-kv.md).
 */

import { type AnyColumn, getTableColumns, is, SQL, sql } from 'drizzle-orm';
import { type DrizzleD1Database, drizzle } from 'drizzle-orm/d1';
import { SQLiteAsyncDialect, type SQLiteColumn, type SQLiteTable } from 'drizzle-orm/sqlite-core';
import { PUT_SETTLES_MS } from '#store/publish';
import type { denylist, links } from './schema';

export type Database = DrizzleD1Database;

/** Wraps D1. Drizzle's errors hold the bound values, so only their innermost cause may be logged (store/faults.ts). */
export const openDatabase = (d1: D1Database): Database => drizzle(d1);

/**
 * Wraps D1 for reads from the primary, because a replica may lack the latest writes. The cast is safe, because drizzle
 * calls only methods that a D1 session has too.
 */
export const openPrimary = (d1: D1Database): Database =>
  drizzle(d1.withSession('first-primary') as unknown as D1Database);

/** The name of a column without its table, for lists of columns, `excluded` and the rows of a subquery. */
export const columnName = (column: AnyColumn): SQL => sql`${sql.identifier(column.name)}`;

/** The value of a column plus one. */
export const oneMore = (column: AnyColumn): SQL => sql`${column} + 1`;

/** An equality in which NULL equals NULL. */
export const isSame = <One extends SQLiteColumn>(column: One, value: One['_']['data'] | null): SQL =>
  sql`${column} IS ${sql.param(value, column)}`;

/** A list of texts as one bound parameter, because D1 allows a hundred parameters in a statement. */
export const eachText = (texts: readonly string[]): SQL => sql`(SELECT value FROM json_each(${JSON.stringify(texts)}))`;

/** Returns the text of a statement whose only parameters are `?1`, `?2` …. Such a text serves many requests. */
export const statementText = (statement: SQL): string =>
  new SQLiteAsyncDialect().sqlToQuery(statement.inlineParams()).sql;

/**
 * Prepares a statement for `D1Database.batch`. Drizzle's own batch takes no handwritten statements. The rows of the
 * result have the names of the columns in D1.
 */
export function prepareStatement(d1: D1Database, statement: SQL): D1PreparedStatement {
  const { sql: text, params } = new SQLiteAsyncDialect().sqlToQuery(statement);
  return d1.prepare(text).bind(...params);
}

/** The columns of a row, each with a value or with SQL that computes it. */
type RowOf<Table extends SQLiteTable> = {
  [name in keyof Table['$inferInsert']]: Table['$inferInsert'][name] | SQL;
};

/**
 * Returns a SELECT of one row for `insert().select()`. Its condition decides whether the row is inserted. A column that
 * is not in `row` gets its default.
 * @param rest the rest of the SELECT, from FROM on, with the condition
 */
export function rowWhere<Table extends SQLiteTable>(table: Table, row: RowOf<Table>, rest: SQL): SQL {
  const named: Record<string, unknown> = row;
  const columns = Object.entries(getTableColumns(table));
  const values = columns.map(([name, column]) => valueIn(named[name] ?? column.default ?? null, column));
  return sql`SELECT ${sql.join(values, sql`, `)} ${rest}`;
}

const valueIn = (value: unknown, column: AnyColumn): SQL => (is(value, SQL) ? value : sql`${sql.param(value, column)}`);

type Published = typeof links | typeof denylist;

/**
 * Announces a put that begins at `now`. From `quietAt` on no earlier put can take effect. `putAt` never moves back, and
 * so neither does `quietAt`. `ANNOUNCE` in store/publish.ts sets the same values in plain SQL.
 */
export const announced = ({ putAt }: Published, now: number | SQL): { dirty: true; quietAt: SQL; putAt: SQL } => ({
  dirty: true,
  quietAt: sql`${putAt} + ${PUT_SETTLES_MS}`,
  putAt: sql`max(${putAt}, ${now})`,
});

/** Raises the version of a row, and announces its put. */
export const newVersion = (table: Published, now: number) => ({
  version: oneMore(table.version),
  ...announced(table, now),
});
