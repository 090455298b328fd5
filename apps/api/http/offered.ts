/** Refuses every method of an endpoint that the deployment does not offer with 404, before any other check. */

import type { Config } from '#api/platform/config';
import { Refusal } from '#domain/refusal';
import { stage } from './stage';

export const offeredWhere = (isOffered: (config: Config) => boolean) =>
  stage({ isForAnyMethod: true, refuses: ['UNKNOWN_ROUTE'] }, async (c, next) => {
    if (!isOffered(c.get('config'))) throw new Refusal('UNKNOWN_ROUTE');
    await next();
  });

/** Refuses POST /shorten unless the deployment offers it. It does not by default (specification 7.6). */
export const legacyOffered = offeredWhere(({ legacyShorten }) => legacyShorten);

/** Refuses the operator's endpoints unless the deployment has an operator's token (specification 13.1). */
export const operatorOffered = offeredWhere(({ adminToken }) => adminToken !== undefined);
