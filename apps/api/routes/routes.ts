/** The routes of the API. The first request of a route loads the file of its endpoint (docs/design/cost-limits.md). */
import { type Route, route } from '#api/http/route';
import { health, ready } from './health-response';

// Endpoints that are used together share a module. A module for each endpoint would make six times as many modules.
const CREATION = () => import('./creation');
const MANAGEMENT = () => import('./management');
const ACCOUNT = () => import('./account');
const DOCUMENTATION = () => import('./documentation');
const OPERATOR = () => import('./operator');

/** Every endpoint of the API, including the operator's. The pages of the console are not endpoints. */
export const ROUTES: readonly Route[] = [
  route('POST', '/v2/shorten', 'key', CREATION),
  route('POST', '/v2/shorten/batch', 'key', CREATION),
  route('GET', '/v2/links', 'key', MANAGEMENT),
  route('POST', '/v2/links/bulk', 'key', MANAGEMENT),
  route('GET', '/v2/links/:shortCode', 'key', MANAGEMENT),
  route('PUT', '/v2/links', 'key', CREATION),
  route('PATCH', '/v2/links/:shortCode', 'key', MANAGEMENT),
  route('DELETE', '/v2/links/:shortCode', 'key', MANAGEMENT),
  route('GET', '/v2/tags', 'key', MANAGEMENT),
  route('PATCH', '/v2/tags/:name', 'key', MANAGEMENT),
  route('DELETE', '/v2/tags/:name', 'key', MANAGEMENT),
  route('GET', '/v2/stats/:shortCode', 'key', ACCOUNT),
  route('GET', '/v2/stats', 'key', ACCOUNT),
  route('GET', '/v2/qr/:shortCode', 'key', () => import('./get-qr')),
  route('GET', '/v2/usage', 'key', ACCOUNT),
  route('GET', '/v2/key', 'key', ACCOUNT),
  route('POST', '/v2/key/revoke', 'key', ACCOUNT, { ignoresLimits: true }),
  route('POST', '/shorten', 'address', CREATION),
  route('GET', '/health', 'open', () => import('./health'), { allowsPlainHttp: true, handlers: [health] }),
  route('GET', '/health/ready', 'open', () => import('./health'), { allowsPlainHttp: true, handlers: [ready] }),
  route('GET', '/openapi.json', 'open', DOCUMENTATION),
  route('GET', '/docs', 'open', DOCUMENTATION),
  route('GET', '/docs/guide', 'open', DOCUMENTATION),
  route('GET', '/docs/reference/:chapter', 'open', DOCUMENTATION),
  route('GET', '/docs/:file', 'open', DOCUMENTATION),
  route('POST', '/admin/accounts', 'operator', OPERATOR),
  route('GET', '/admin/accounts', 'operator', OPERATOR),
  route('PATCH', '/admin/accounts/:id', 'operator', OPERATOR),
  route('POST', '/admin/accounts/:id/suspend', 'operator', OPERATOR),
  route('POST', '/admin/accounts/:id/resume', 'operator', OPERATOR),
  route('POST', '/admin/accounts/:id/sign-in-link', 'operator', OPERATOR),
  route('GET', '/admin/upgrades', 'operator', OPERATOR),
  route('POST', '/admin/upgrades/:id/grant', 'operator', OPERATOR),
  route('POST', '/admin/upgrades/:id/decline', 'operator', OPERATOR),
  route('POST', '/admin/keys', 'operator', OPERATOR),
  route('GET', '/admin/keys', 'operator', OPERATOR),
  route('PATCH', '/admin/keys/:id', 'operator', OPERATOR),
  route('POST', '/admin/keys/:id/rotate', 'operator', OPERATOR),
  route('DELETE', '/admin/keys/:id/previous-text', 'operator', OPERATOR),
  route('DELETE', '/admin/keys/:id', 'operator', OPERATOR),
  route('GET', '/admin/links', 'operator', OPERATOR),
  route('POST', '/admin/links/:shortCode/block', 'operator', OPERATOR),
  route('POST', '/admin/links/:shortCode/unblock', 'operator', OPERATOR),
  route('GET', '/admin/settings', 'operator', OPERATOR),
  route('PUT', '/admin/settings', 'operator', OPERATOR),
  route('GET', '/admin/blocked-hosts', 'operator', OPERATOR),
  route('PUT', '/admin/blocked-hosts', 'operator', OPERATOR),
  route('GET', '/admin/threats', 'operator', OPERATOR),
  route('GET', '/admin/metrics', 'operator', OPERATOR),
  route('GET', '/admin/backup', 'backup', OPERATOR),
  route('POST', '/admin/backup/pages', 'backup', OPERATOR),
  route('POST', '/admin/restore', 'backup', OPERATOR),
  route('POST', '/admin/restore/pages', 'backup', OPERATOR),
  route('POST', '/admin/restore/end', 'backup', OPERATOR),
  route('GET', '/admin/backup/threat-list', 'backup', OPERATOR),
  route('PUT', '/admin/backup/threat-list', 'backup', OPERATOR),
  route('POST', '/admin/republish', 'operator', OPERATOR),
];
