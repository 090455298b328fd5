/**
 * The name of the file in which a backup notes when it was made (ISO 8601): in the state folder of a machine, or in the
 * folder of an environment of `npm run deploy`. The doctor reads it.
 */
export const LAST_BACKUP = 'last-backup';
