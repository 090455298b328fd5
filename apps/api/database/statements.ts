/** Parts of statements that drizzle's builder has no word for. */
import { type AnyColumn, getTableColumns, is, SQL, sql } from 'drizzle-orm';
import { SQLiteAsyncDialect, type SQLiteColumn, type SQLiteTable } from 'drizzle-orm/sqlite-core';

/** A column's name without its table's: for lists of columns, `excluded`, and the rows of a subquery. */
export const nameOf = (column: AnyColumn): SQL => sql`${sql.identifier(column.name)}`;

/** One more than a column holds. */
export const oneMore = (column: AnyColumn): SQL => sql`${column} + 1`;

/** `=`, by which NULL is equal to NULL. */
export const isSame = <One extends SQLiteColumn>(column: One, value: One['_']['data'] | null): SQL =>
  sql`${column} IS ${sql.param(value, column)}`;

/** The texts of a list, bound as one parameter of the hundred that D1 allows. */
export const eachOf = (texts: readonly string[]): SQL => sql`(SELECT value FROM json_each(${JSON.stringify(texts)}))`;

/** The text of a statement whose parameters are written `?1`, `?2` …, made once where making it for each request would cost. */
export const textOf = (statement: SQL): string => new SQLiteAsyncDialect().sqlToQuery(statement.inlineParams()).sql;

/** A row's columns, each by its value or by what computes it. */
type RowOf<Table extends SQLiteTable> = {
  [name in keyof Table['$inferInsert']]: Table['$inferInsert'][name] | SQL;
};

/**
 * The SELECT of one row, for `insert().select()`: where something is to hold before the row is inserted. A column that is
 * not named has its default.
 * @param rest what follows the values, from FROM on
 */
export function rowWhere<Table extends SQLiteTable>(table: Table, row: RowOf<Table>, rest: SQL): SQL {
  const named: Record<string, unknown> = row;
  const columns = Object.entries(getTableColumns(table));
  const values = columns.map(([name, column]) => valueIn(named[name] ?? column.default ?? null, column));
  return sql`SELECT ${sql.join(values, sql`, `)} ${rest}`;
}

const valueIn = (value: unknown, column: AnyColumn): SQL => (is(value, SQL) ? value : sql`${sql.param(value, column)}`);
