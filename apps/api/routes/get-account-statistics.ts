/** GET /v2/stats: the statistics of the account, over all its links (specification 10.2). */

import { endpoint } from '#api/http/endpoint';
import { json } from '#api/http/response';
import { accountStatistics } from '#api/statistics/statistics';
import { AccountStatisticsQuery, accountBreakdownOf } from '#api/statistics/statistics-query';
import { ACCOUNT_STATISTICS_EXAMPLE, AccountStatistics } from '#api/statistics/statistics-record';
import { STATISTICS_FORMS, statisticsResponse } from '#api/statistics/statistics-response';

/** How many top links the response has without `limit`, and how many it has at most. */
const DEFAULT_TOP_LINKS = 10;
const MAX_TOP_LINKS = 100;

export const getAccountStatisticsEndpoint = endpoint({
  method: 'GET',
  path: '/v2/stats',
  access: 'key',
  scope: 'stats:read',
  reach: 'account',
  tag: 'Statistics',
  id: 'getAccountStatistics',
  summary: 'Read the statistics of the account',
  description:
    'Returns the clicks of all links of the account together, and the most clicked links.\n\n- With `tag` only the links with that tag count.\n- `groupBy` may also name `tag`. A link with several tags counts under each of them.\n- With `Accept: text/csv` the response is CSV, and omits the most clicked links.',
  query: AccountStatisticsQuery,
  responses: {
    200: json('The statistics.', AccountStatistics, { 'by day': ACCOUNT_STATISTICS_EXAMPLE }, STATISTICS_FORMS),
  },
  refusals: ['TAG_NOT_FOUND', 'CLICK_QUERIES_DISABLED'],
  handle: async (c) => {
    const now = c.get('now');
    const query = c.req.valid('query');
    const limit = Math.min(c.req.query('limit') === undefined ? DEFAULT_TOP_LINKS : query.limit, MAX_TOP_LINKS);
    const statistics = await accountStatistics(
      c.env,
      c.get('key').accountId,
      { ...accountBreakdownOf(query, now), limit, tag: query.tag },
      { shortBaseUrl: c.get('config').shortBaseUrl, now },
    );
    return statisticsResponse(c, statistics);
  },
});
