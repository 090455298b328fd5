/** Applies D1 migrations, and records them in the table of `wrangler d1 migrations`. */

export type Migration = { readonly name: string; readonly sql: string };

/** wrangler's own table (workers-sdk, packages/wrangler/src/d1/migrations/helpers.ts). */
const TABLE = `CREATE TABLE IF NOT EXISTS d1_migrations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT UNIQUE,
  applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
)`;

/**
 * Applies the missing migrations in order, each file whole or not at all.
 * @returns the names of the applied files
 * @throws Error naming the file that failed, and the reason
 */
export async function migrate(db: D1Database, migrations: readonly Migration[]): Promise<string[]> {
  await db.prepare(TABLE).run();
  const { results } = await db.prepare('SELECT name FROM d1_migrations').all<{ name: string }>();
  const applied = new Set(results.map(({ name }) => name));
  const missing = migrations.filter(({ name }) => !applied.has(name));
  for (const { name, sql } of missing) {
    const noted = db.prepare('INSERT INTO d1_migrations (name) VALUES (?)').bind(name);
    await db.batch([db.prepare(sql), noted]).catch((error: Error) => {
      throw new Error(`${name}: ${error.message}`);
    });
  }
  return missing.map(({ name }) => name);
}
