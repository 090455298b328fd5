/** The map: the order of checks, the routes, and what becomes of an error. */
import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { Refusal } from '#domain/refusal';
import { isAway } from '#store/faults';
import { type AppContext, type AppEnv, createMiddleware, refuse } from './context';
import type { Access, Endpoint } from './endpoint';
import { logFault } from './log';
import { arrive } from './middleware/arrive';
import { authenticate } from './middleware/authenticate';
import { consolePages } from './middleware/console-pages';
import { maintenance } from './middleware/maintenance';
import { meterAddress } from './middleware/meter-address';
import { legacyOffered, operatorOffered } from './middleware/offered';
import { operatorOnly } from './middleware/operator-only';
import { requireHttps } from './middleware/require-https';
import { blockLink } from './routes/admin/block-link';
import { changeAccount } from './routes/admin/change-account';
import { changeKey } from './routes/admin/change-key';
import { changeSettings } from './routes/admin/change-settings';
import { createAccount } from './routes/admin/create-account';
import { createKey } from './routes/admin/create-key';
import { createSignInLink } from './routes/admin/create-sign-in-link';
import { declineUpgrade } from './routes/admin/decline-upgrade';
import { endPreviousText } from './routes/admin/end-previous-text';
import { getBlockedHosts } from './routes/admin/get-blocked-hosts';
import { getSettings } from './routes/admin/get-settings';
import { getThreats } from './routes/admin/get-threats';
import { grantUpgrade } from './routes/admin/grant-upgrade';
import { listAccounts } from './routes/admin/list-accounts';
import { listKeys } from './routes/admin/list-keys';
import { listUpgrades } from './routes/admin/list-upgrades';
import { replaceBlockedHosts } from './routes/admin/replace-blocked-hosts';
import { resumeAccount } from './routes/admin/resume-account';
import { revokeKey } from './routes/admin/revoke-key';
import { rotateKey } from './routes/admin/rotate-key';
import { suspendAccount } from './routes/admin/suspend-account';
import { unblockLink } from './routes/admin/unblock-link';
import { deleteLink } from './routes/delete-link';
import { docs } from './routes/docs';
import { docsFile } from './routes/docs-file';
import { editLink } from './routes/edit-link';
import { getAccountStatistics } from './routes/get-account-statistics';
import { getLink } from './routes/get-link';
import { getLinkStatistics } from './routes/get-link-statistics';
import { getQr } from './routes/get-qr';
import { getUsage } from './routes/get-usage';
import { guide } from './routes/guide';
import { health } from './routes/health';
import { legacyShorten } from './routes/legacy-shorten';
import { listLinks } from './routes/list-links';
import { openapi } from './routes/openapi';
import { shorten } from './routes/shorten';
import { shortenBatch } from './routes/shorten-batch';

/** Every endpoint there is. */
export const ENDPOINTS: readonly Endpoint[] = [
  shorten,
  shortenBatch,
  listLinks,
  getLink,
  editLink,
  deleteLink,
  getLinkStatistics,
  getAccountStatistics,
  getQr,
  getUsage,
  legacyShorten,
  health,
  openapi,
  docs,
  guide,
  docsFile,
  createAccount,
  listAccounts,
  changeAccount,
  suspendAccount,
  resumeAccount,
  createSignInLink,
  listUpgrades,
  grantUpgrade,
  declineUpgrade,
  createKey,
  listKeys,
  changeKey,
  rotateKey,
  endPreviousText,
  revokeKey,
  blockLink,
  unblockLink,
  getSettings,
  changeSettings,
  getBlockedHosts,
  replaceBlockedHosts,
  getThreats,
];

type Steps = Record<Access, readonly ReturnType<typeof createMiddleware>[]>;

/** What decides whether there is anything at an address, whatever the method. */
const OFFERED: Steps = { open: [], key: [], address: [legacyOffered], operator: [operatorOffered] };

/** What stands before an endpoint's own checks, in order (answers, section 2). */
const STAIRCASE: Steps = {
  open: [],
  key: [maintenance, authenticate],
  address: [maintenance, meterAddress],
  operator: [operatorOnly],
};

const RETRY_AFTER_SECONDS = 5;

export function createApp(): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.use(arrive);
  app.use(requireHttps);
  for (const { path, access } of ENDPOINTS) for (const step of OFFERED[access]) app.use(path, step);
  for (const { method, path, access, handlers } of ENDPOINTS) app.on(method, [path], ...STAIRCASE[access], ...handlers);
  for (const path of new Set(ENDPOINTS.map((one) => one.path))) app.all(path, otherMethods(path));
  for (const path of ['/console', '/console/*']) app.all(path, consolePages);
  app.notFound((c) => refuse(c, new Refusal('UNKNOWN_ROUTE')));
  app.onError((error, c) => refuse(c, refusalOf(error, c)));
  return app;
}

/** Answers the methods an address does not know: 204 to OPTIONS, 405 to the rest, both with Allow (RFC 9110, 15.5.6). */
function otherMethods(path: string) {
  const methods = ENDPOINTS.filter((one) => one.path === path).map((one): string => one.method);
  const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'];
  return createMiddleware(async (c) => {
    if (c.req.method !== 'OPTIONS') throw new Refusal('METHOD_NOT_ALLOWED', { allow });
    return c.body(null, 204, { Allow: allow.join(', ') });
  });
}

/** Anything thrown becomes a refusal: an expected one as it is, an absent store a 503, all else a redacted, logged 500. */
function refusalOf(error: Error, c: AppContext): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof HTTPException && error.status < 500) return new Refusal('BODY_INVALID');
  const requestId = c.get('requestId');
  logFault(error, { requestId, method: c.req.method, route: c.req.routePath });
  return isAway(error)
    ? new Refusal('OVERLOADED', { retryAfter: RETRY_AFTER_SECONDS })
    : new Refusal('FAULT', { requestId });
}
