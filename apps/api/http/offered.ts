/** Refuses every method of a path that the deployment does not offer with 404, before any other check. */
import type { Config } from '#api/platform/config';
import { Refusal } from '#domain/refusal';
import { createMiddleware } from './context';

const offeredWhere = (isOffered: (config: Config) => boolean) =>
  createMiddleware(async (c, next) => {
    if (!isOffered(c.get('config'))) throw new Refusal('UNKNOWN_ROUTE');
    await next();
  });

/** Refuses POST /shorten unless the deployment offers it. It does not by default (specification 7.6). */
export const legacyOffered = offeredWhere(({ legacyShorten }) => legacyShorten);

/** Refuses the operator's endpoints unless the deployment has an operator's token (specification 13.1). */
export const operatorOffered = offeredWhere(({ adminToken }) => adminToken !== undefined);

/** Refuses the endpoints of backups unless the deployment has a BACKUP_TOKEN (specification 13.13). */
export const backupOffered = offeredWhere(({ backupToken }) => backupToken !== undefined);
