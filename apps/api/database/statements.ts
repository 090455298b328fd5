/** Parts of SQL statements that drizzle's query builder lacks. */
import { type AnyColumn, getTableColumns, is, SQL, sql } from 'drizzle-orm';
import { SQLiteAsyncDialect, type SQLiteColumn, type SQLiteTable } from 'drizzle-orm/sqlite-core';

/** The name of a column without its table, for lists of columns, `excluded` and the rows of a subquery. */
export const nameOf = (column: AnyColumn): SQL => sql`${sql.identifier(column.name)}`;

/** The value of a column plus one. */
export const oneMore = (column: AnyColumn): SQL => sql`${column} + 1`;

/** An equality in which NULL equals NULL. */
export const isSame = <One extends SQLiteColumn>(column: One, value: One['_']['data'] | null): SQL =>
  sql`${column} IS ${sql.param(value, column)}`;

/** A list of texts as one bound parameter, because D1 allows a hundred parameters in a statement. */
export const eachOf = (texts: readonly string[]): SQL => sql`(SELECT value FROM json_each(${JSON.stringify(texts)}))`;

/** Returns the text of a statement whose only parameters are `?1`, `?2` …. Such a text serves many requests. */
export const textOf = (statement: SQL): string => new SQLiteAsyncDialect().sqlToQuery(statement.inlineParams()).sql;

/**
 * Prepares a statement for `D1Database.batch`. Drizzle's own batch takes no handwritten statements. The rows of the
 * result have the names of the columns in D1.
 */
export function preparedOf(d1: D1Database, statement: SQL): D1PreparedStatement {
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
