/** Endpoints that a deployment does not offer are 404 for every method, before any other check. */
import { stage } from '#api/http/stage';
import type { Config } from '#api/platform/config';
import { Refusal } from '#domain/refusal';

const offeredWhere = (isOffered: (config: Config) => boolean) =>
  stage({ isForAnyMethod: true, refuses: ['UNKNOWN_ROUTE'] }, async (c, next) => {
    if (!isOffered(c.get('config'))) throw new Refusal('UNKNOWN_ROUTE');
    await next();
  });

/** POST /shorten, which is off by default (specification 7.6). */
export const legacyOffered = offeredWhere(({ legacyShorten }) => legacyShorten);

/** The operator's routes, which need a token to be configured (specification 13.1). */
export const operatorOffered = offeredWhere(({ adminToken }) => adminToken !== undefined);
