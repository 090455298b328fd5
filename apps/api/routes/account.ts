/** The endpoints for statistics, and for the key itself. They are loaded together (routes.ts). */
export { getAccountStatisticsEndpoint } from './get-account-statistics';
export { getKeyEndpoint } from './get-key';
export { getLinkStatisticsEndpoint } from './get-link-statistics';
export { getUsageEndpoint } from './get-usage';
export { revokeOwnKeyEndpoint } from './revoke-own-key';
