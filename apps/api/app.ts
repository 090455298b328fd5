/** The Hono app of the API worker: the endpoints, the order of their checks, and the responses to errors. */
import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { consolePages } from '#api/console/console-pages';
import { type AppContext, type AppEnv, createMiddleware, refuse } from '#api/http/context';
import { preflightHeaders } from '#api/http/cors';
import type { Access, Endpoint } from '#api/http/endpoint';
import type { Stage } from '#api/http/stage';
import { authenticate, authenticateBeyondLimits } from '#api/middleware/authenticate';
import { backupOffered, backupOnly } from '#api/middleware/backup-only';
import { countRequests } from '#api/middleware/count-requests';
import { maintenance } from '#api/middleware/maintenance';
import { meterAddress } from '#api/middleware/meter-address';
import { legacyOffered, operatorOffered } from '#api/middleware/offered';
import { operatorOnly } from '#api/middleware/operator-only';
import { requestContext } from '#api/middleware/request-context';
import { requireHttps } from '#api/middleware/require-https';
import { blockLinkEndpoint } from '#api/routes/admin/block-link';
import { changeAccountEndpoint } from '#api/routes/admin/change-account';
import { changeKeyEndpoint } from '#api/routes/admin/change-key';
import { changeSettingsEndpoint } from '#api/routes/admin/change-settings';
import { createAccountEndpoint } from '#api/routes/admin/create-account';
import { createKeyEndpoint } from '#api/routes/admin/create-key';
import { createSignInLinkEndpoint } from '#api/routes/admin/create-sign-in-link';
import { declineUpgradeEndpoint } from '#api/routes/admin/decline-upgrade';
import { endPreviousTextEndpoint } from '#api/routes/admin/end-previous-text';
import { getBlockedHostsEndpoint } from '#api/routes/admin/get-blocked-hosts';
import { getMetricsEndpoint } from '#api/routes/admin/get-metrics';
import { getSettingsEndpoint } from '#api/routes/admin/get-settings';
import { getThreatsEndpoint } from '#api/routes/admin/get-threats';
import { grantUpgradeEndpoint } from '#api/routes/admin/grant-upgrade';
import { listAccountsEndpoint } from '#api/routes/admin/list-accounts';
import { listKeysEndpoint } from '#api/routes/admin/list-keys';
import { listUpgradesEndpoint } from '#api/routes/admin/list-upgrades';
import { replaceBlockedHostsEndpoint } from '#api/routes/admin/replace-blocked-hosts';
import { republishEndpoint } from '#api/routes/admin/republish';
import { resumeAccountEndpoint } from '#api/routes/admin/resume-account';
import { revokeKeyEndpoint } from '#api/routes/admin/revoke-key';
import { rotateKeyEndpoint } from '#api/routes/admin/rotate-key';
import { suspendAccountEndpoint } from '#api/routes/admin/suspend-account';
import { unblockLinkEndpoint } from '#api/routes/admin/unblock-link';
import { beginRestoreEndpoint } from '#api/routes/backup/begin-restore';
import { endRestoreEndpoint } from '#api/routes/backup/end-restore';
import { getBackupStateEndpoint } from '#api/routes/backup/get-backup-state';
import { readBackupPageEndpoint } from '#api/routes/backup/read-backup-page';
import { getThreatListEndpoint, putThreatListEndpoint } from '#api/routes/backup/threat-list';
import { writeBackupPageEndpoint } from '#api/routes/backup/write-backup-page';
import { bulkLinksEndpoint } from '#api/routes/bulk-links';
import { changeTagEndpoint } from '#api/routes/change-tag';
import { deleteLinkEndpoint } from '#api/routes/delete-link';
import { deleteTagEndpoint } from '#api/routes/delete-tag';
import { docsEndpoint } from '#api/routes/docs';
import { docsChapterEndpoint } from '#api/routes/docs-chapter';
import { docsFileEndpoint } from '#api/routes/docs-file';
import { editLinkEndpoint } from '#api/routes/edit-link';
import { getAccountStatisticsEndpoint } from '#api/routes/get-account-statistics';
import { getKeyEndpoint } from '#api/routes/get-key';
import { getLinkEndpoint } from '#api/routes/get-link';
import { getLinkStatisticsEndpoint } from '#api/routes/get-link-statistics';
import { getQrEndpoint } from '#api/routes/get-qr';
import { getUsageEndpoint } from '#api/routes/get-usage';
import { guideEndpoint } from '#api/routes/guide';
import { healthEndpoint } from '#api/routes/health';
import { legacyShortenEndpoint } from '#api/routes/legacy-shorten';
import { listLinksEndpoint } from '#api/routes/list-links';
import { listTagsEndpoint } from '#api/routes/list-tags';
import { openapiEndpoint } from '#api/routes/openapi';
import { revokeOwnKeyEndpoint } from '#api/routes/revoke-own-key';
import { shortenEndpoint } from '#api/routes/shorten';
import { shortenBatchEndpoint } from '#api/routes/shorten-batch';
import { upsertLinkEndpoint } from '#api/routes/upsert-link';
import { overloaded, Refusal } from '#domain/refusal';
import { isUnavailable } from '#store/faults';
import { logFault } from '#store/log-fault';

/** Every endpoint of the API, including the operator's. The pages of the console are not endpoints. */
export const ENDPOINTS: readonly Endpoint[] = [
  shortenEndpoint,
  shortenBatchEndpoint,
  listLinksEndpoint,
  bulkLinksEndpoint,
  getLinkEndpoint,
  upsertLinkEndpoint,
  editLinkEndpoint,
  deleteLinkEndpoint,
  listTagsEndpoint,
  changeTagEndpoint,
  deleteTagEndpoint,
  getLinkStatisticsEndpoint,
  getAccountStatisticsEndpoint,
  getQrEndpoint,
  getUsageEndpoint,
  getKeyEndpoint,
  revokeOwnKeyEndpoint,
  legacyShortenEndpoint,
  healthEndpoint,
  openapiEndpoint,
  docsEndpoint,
  guideEndpoint,
  docsChapterEndpoint,
  docsFileEndpoint,
  createAccountEndpoint,
  listAccountsEndpoint,
  changeAccountEndpoint,
  suspendAccountEndpoint,
  resumeAccountEndpoint,
  createSignInLinkEndpoint,
  listUpgradesEndpoint,
  grantUpgradeEndpoint,
  declineUpgradeEndpoint,
  createKeyEndpoint,
  listKeysEndpoint,
  changeKeyEndpoint,
  rotateKeyEndpoint,
  endPreviousTextEndpoint,
  revokeKeyEndpoint,
  blockLinkEndpoint,
  unblockLinkEndpoint,
  getSettingsEndpoint,
  changeSettingsEndpoint,
  getBlockedHostsEndpoint,
  replaceBlockedHostsEndpoint,
  getThreatsEndpoint,
  getMetricsEndpoint,
  republishEndpoint,
  getBackupStateEndpoint,
  readBackupPageEndpoint,
  beginRestoreEndpoint,
  writeBackupPageEndpoint,
  endRestoreEndpoint,
  getThreatListEndpoint,
  putThreatListEndpoint,
];

const PIPELINES: Readonly<Record<Access, readonly Stage[]>> = {
  open: [],
  key: [maintenance, authenticate],
  address: [legacyOffered, maintenance, meterAddress],
  operator: [operatorOffered, operatorOnly],
  backup: [operatorOffered, backupOffered, operatorOnly, backupOnly],
};

/** Returns the stages of an endpoint, in their order. They run before its own checks (specification 2.2). */
export const stagesOf = ({ access, ignoresLimits }: Endpoint): readonly Stage[] =>
  ignoresLimits ? [maintenance, authenticateBeyondLimits] : PIPELINES[access];

/** Builds the app. @param endpoints the endpoints to serve, by default all */
export function createApp(endpoints: readonly Endpoint[] = ENDPOINTS): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.use(requestContext, countRequests(endpoints));
  app.use(requireHttps(endpoints));
  for (const one of endpoints) for (const run of middlewareOf(one, true)) app.use(one.path, run);
  for (const one of endpoints) app.on(one.method, [one.path], ...middlewareOf(one, false), ...one.handlers);
  for (const path of new Set(endpoints.map((one) => one.path))) app.all(path, otherMethods(endpoints, path));
  for (const path of ['/console', '/console/*']) app.all(path, consolePages);
  app.notFound((c) => refuse(c, new Refusal('UNKNOWN_ROUTE')));
  app.onError((error, c) => refuse(c, refusalOf(error, c)));
  return app;
}

const middlewareOf = (endpoint: Endpoint, isForAnyMethod: boolean) =>
  stagesOf(endpoint)
    .filter((stage) => stage.isForAnyMethod === isForAnyMethod)
    .map(({ run }) => run);

/**
 * Handles the methods of a path that have no endpoint. OPTIONS is 204, and any other method is 405. Both responses have
 * an Allow header (RFC 9110, section 15.5.6).
 */
function otherMethods(endpoints: readonly Endpoint[], path: string) {
  const methods = new Set(endpoints.filter((one) => serves(one.path, path)).map((one): string => one.method));
  const allow = [...methods, ...(methods.has('GET') ? ['HEAD'] : []), 'OPTIONS'];
  return createMiddleware(async (c) => {
    if (c.req.method !== 'OPTIONS') throw new Refusal('METHOD_NOT_ALLOWED', { allow });
    return c.body(null, 204, { Allow: allow.join(', '), ...preflightHeaders(c, allow) });
  });
}

/** Whether an endpoint serves a path. `/v2/links/:shortCode` also serves `/v2/links/bulk`, which could be a code. */
function serves(pattern: string, path: string): boolean {
  const [named, parts] = [pattern.split('/'), path.split('/')];
  return named.length === parts.length && named.every((name, index) => name.startsWith(':') || name === parts[index]);
}

/**
 * Turns a thrown error into a refusal. A Refusal stays as it is, and a 4xx of Hono is BODY_INVALID. An unreachable
 * store is a 503, and any other error is a 500. The causes of the last two are logged, and no response shows them.
 */
function refusalOf(error: Error, c: AppContext): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof HTTPException && error.status < 500) return new Refusal('BODY_INVALID');
  const requestId = c.get('requestId');
  logFault(error, { requestId, method: c.req.method, route: c.req.routePath });
  return isUnavailable(error) ? overloaded() : new Refusal('FAULT', { requestId });
}
