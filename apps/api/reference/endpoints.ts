/** The declarations of all endpoints, for the reference and for tests. The worker loads each by itself (routes/routes.ts). */
import type { Endpoint } from '#api/http/endpoint';
import { ROUTES } from '#api/routes/routes';

export const ENDPOINTS: readonly Endpoint[] = await Promise.all(ROUTES.map(({ load }) => load()));
