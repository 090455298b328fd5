/** The stages: middleware that runs before an endpoint's own checks, with its description for /openapi.json. */
import { countForNetwork, nameNetworkMeter } from '#api/objects/network-meter';
import type { Config } from '#api/platform/env';
import { currentSettings } from '#api/platform/settings';
import type { ErrorCode } from '#domain/errors';
import { Refusal } from '#domain/refusal';
import { createMiddleware, refuse } from './context';
import type { HeaderName } from './header-table';
import { setWindowHeaders, WINDOW_HEADERS, windowExceeded } from './headers';

export type Stage = {
  readonly run: ReturnType<typeof createMiddleware>;
  /** The stage's refusals before the caller is known. Their responses have no headers of limits. */
  readonly refuses: readonly ErrorCode[];
  /** The stage's refusals to a known caller. */
  readonly limits: readonly ErrorCode[];
  /** The headers that the stage adds to every response to a known caller. */
  readonly headers: readonly HeaderName[];
};

const DEFAULTS = { refuses: [], limits: [], headers: [] } as const;

export const stage = (described: Partial<Omit<Stage, 'run'>>, run: Stage['run']): Stage => ({
  ...DEFAULTS,
  ...described,
  run,
});

/** Refuses every method of a path that the deployment does not offer with 404, before any other check. */
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

const RETRY_AFTER_SECONDS = 60;

/** Reads the settings, and refuses requests with 503 while the API is in maintenance (specification 15.1). */
export const maintenance = stage({ refuses: ['MAINTENANCE'] }, async (c, next) => {
  const settings = await currentSettings(c.env, c.get('now'));
  if (settings.maintenance) throw new Refusal('MAINTENANCE', { retryAfter: RETRY_AFTER_SECONDS });
  c.set('settings', settings);
  await next();
});

/**
 * Returns the text of the header `Authorization: Bearer <text>` (RFC 6750, section 2.1), null for a missing header, an
 * empty text and any other scheme. The scheme is case-insensitive (RFC 9110, section 11.1).
 */
export function readBearer(header: string | undefined): string | null {
  const text = header?.match(/^Bearer +(.*)$/i)?.[1]?.trim();
  return text ? text : null;
}

const encoder = new TextEncoder();

/** Compares two texts by their digests, so that the time of the comparison reveals neither length nor content. */
async function areEqual(a: string, b: string): Promise<boolean> {
  const [x, y] = await Promise.all([a, b].map((text) => crypto.subtle.digest('SHA-256', encoder.encode(text))));
  return crypto.subtle.timingSafeEqual(x as ArrayBuffer, y as ArrayBuffer);
}

/** Refuses requests without the operator's token with 401 (specification 13.1). */
export const operatorOnly = stage({ refuses: ['ADMIN_TOKEN_INVALID'] }, async (c, next) => {
  const { adminToken } = c.get('config');
  const token = readBearer(c.req.header('Authorization'));
  if (token === null || adminToken === undefined || !(await areEqual(token, adminToken)))
    throw new Refusal('ADMIN_TOKEN_INVALID');
  await next();
});

const BACKUP_TOKEN_HEADER = 'X-Backup-Token';

/**
 * Refuses requests without the token of backups, which return all stored data, with 401. They need the operator's token
 * too (specification 13.13).
 */
export const backupOnly = stage({ refuses: ['BACKUP_TOKEN_INVALID'] }, async (c, next) => {
  const token = c.req.header(BACKUP_TOKEN_HEADER);
  const { backupToken } = c.get('config');
  if (token === undefined || backupToken === undefined || !(await areEqual(token, backupToken)))
    throw new Refusal('BACKUP_TOKEN_INVALID');
  await next();
});

const REQUESTS_PER_MINUTE = 5;

/** Meters requests without a key. It admits exactly five a minute from one network (specification 7.6). */
export const meterAddress = stage({ limits: ['WINDOW_EXCEEDED'], headers: WINDOW_HEADERS }, async (c, next) => {
  const { peppers } = c.get('config');
  // Requests without a client address share a window.
  const meter = await nameNetworkMeter(c.req.header('CF-Connecting-IP') ?? '', 'legacy', peppers.current);
  const { isAdmitted, reading } = await countForNetwork(c.env, meter, REQUESTS_PER_MINUTE);
  if (isAdmitted) await next();
  else c.res = refuse(c, windowExceeded(reading, c.get('now')));
  setWindowHeaders(c, reading);
});
