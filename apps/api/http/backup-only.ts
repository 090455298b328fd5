/**
 * Guards the endpoints of backups, which return all stored data. They exist only while the deployment has a
 * BACKUP_TOKEN. Requests need that token and the operator's token (specification 13.13).
 */

import { Refusal } from '#domain/refusal';
import { areEqual } from './operator-only';
import { stage } from './stage';

export const BACKUP_TOKEN_HEADER = 'X-Backup-Token';

/** Refuses requests without the right token with 401. */
export const backupOnly = stage({ refuses: ['BACKUP_TOKEN_INVALID'] }, async (c, next) => {
  const token = c.req.header(BACKUP_TOKEN_HEADER);
  const { backupToken } = c.get('config');
  if (token === undefined || backupToken === undefined || !(await areEqual(token, backupToken)))
    throw new Refusal('BACKUP_TOKEN_INVALID');
  await next();
});
