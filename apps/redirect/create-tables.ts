/** Creates the tables of an object that it lacks. @param tables their names and columns; each has a primary key */
export function createTables(sql: SqlStorage, ...tables: string[]): void {
  for (const table of tables) sql.exec(`CREATE TABLE IF NOT EXISTS ${table} WITHOUT ROWID`);
}
