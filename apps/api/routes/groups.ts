/**
 * The groups of endpoints, each a Hono app. The first request for a path of a group loads it
 * (docs/design/cost-limits.md).
 */
import type { Hono } from 'hono';
import type { AppEnv } from '#api/http/context';

type Group = () => Promise<Hono<AppEnv>>;

/** The groups by the beginning of their paths, in the order of /openapi.json. */
export const GROUPS: Readonly<Record<`/${string}`, Group>> = {
  '/v2/shorten': async () => (await import('./shorten')).shortenRoutes,
  '/v2/links': async () => (await import('./links')).linkRoutes,
  '/v2/tags': async () => (await import('./tags')).tagRoutes,
  '/v2/stats': async () => (await import('./statistics')).statisticsRoutes,
  '/v2/qr': async () => (await import('./qr')).qrRoutes,
  '/v2/usage': async () => (await import('./key')).usageRoutes,
  '/v2/key': async () => (await import('./key')).keyRoutes,
  '/shorten': async () => (await import('./shorten')).legacyRoutes,
  '/health': async () => (await import('./service')).healthRoutes,
  '/openapi.json': async () => (await import('./service')).openApiRoutes,
  '/docs': async () => (await import('./service')).docsRoutes,
  '/admin': async () => (await import('./admin')).adminRoutes,
};
