/**
 * The digest of the text that made the tables of a database. Until 1.0.0 no version reads the tables of another one.
 */

/** The file that makes the tables, in migrations/. */
export const FIRST_MIGRATION = '0001_swiftlet.sql';

/** The query for the digest that a database has. It fails on a database without the first migration. */
export const DIGEST_SQL = 'SELECT sha256 FROM made_from';

/** Returns the digest in the last line of the first migration. @param text of that file */
export const readTablesDigest = (text: string): string => /'([0-9a-f]{64})'\);\n$/.exec(text)?.[1] ?? '';
