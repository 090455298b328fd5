/** Whether an object's database has a table. An object makes its tables only once it stores something. */
export const hasTable = (sql: SqlStorage, name: string): boolean =>
  sql.exec('SELECT 1 FROM sqlite_master WHERE name = ?', name).toArray().length > 0;
