/** Counts the rows that a Durable Object writes, as the platform counts them for its bill (`rowsWritten`). */

type WrittenRows = {
  readonly storage: DurableObjectStorage;
  /** Returns the number of rows written since the last call. */
  readonly take: () => number;
};

/**
 * Returns the storage of an object, which counts the rows that SQL writes and the values that `kv` puts and deletes.
 */
export function countWrittenRows(storage: DurableObjectStorage): WrittenRows {
  const cursors: SqlStorageCursor<Record<string, SqlStorageValue>>[] = [];
  let values = 0;
  const sql = {
    exec: (...statement: Parameters<SqlStorage['exec']>) => {
      const cursor = storage.sql.exec(...statement);
      cursors.push(cursor);
      return cursor;
    },
  };
  const kv = {
    get: (key: string) => storage.kv.get(key),
    put: (key: string, value: unknown) => {
      values += 1;
      storage.kv.put(key, value);
    },
    delete: (key: string) => {
      values += 1;
      return storage.kv.delete(key);
    },
  };
  const transactionSync = <Result>(act: () => Result) => storage.transactionSync(act);
  return {
    storage: { sql, kv, transactionSync } as unknown as DurableObjectStorage,
    take: () => {
      const written = cursors.splice(0).reduce((sum, { rowsWritten }) => sum + rowsWritten, values);
      values = 0;
      return written;
    },
  };
}
