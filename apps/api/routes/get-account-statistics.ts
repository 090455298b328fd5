/** GET /v2/stats: the statistics of all links of the account together (specification 10.2). */

import { endpoint } from '#api/http/endpoint';
import { json } from '#api/http/response';
import { accountStatistics } from '#api/statistics/statistics';
import { breakdownQueryOf, StatisticsQuery } from '#api/statistics/statistics-query';
import { ACCOUNT_STATISTICS_EXAMPLE, AccountStatistics } from '#api/statistics/statistics-record';
import { STATISTICS_FORMS, statisticsResponse } from '#api/statistics/statistics-response';

/** Top links that are shown without `limit`, and at most. */
const TOP_LINKS = 10;
const MAX_TOP_LINKS = 100;

export const getAccountStatisticsEndpoint = endpoint({
  method: 'GET',
  path: '/v2/stats',
  access: 'key',
  tag: 'Statistics',
  id: 'getAccountStatistics',
  summary: 'Read the statistics of the account',
  description:
    'The clicks of all links of the account together, and its most clicked links. With `Accept: text/csv` the response is CSV, without these links.',
  query: StatisticsQuery,
  responses: {
    200: json('What is known.', AccountStatistics, { 'by day': ACCOUNT_STATISTICS_EXAMPLE }, STATISTICS_FORMS),
  },
  refusals: [],
  handle: async (c) => {
    const now = c.get('now');
    const asked = c.req.valid('query');
    const limit = Math.min(c.req.query('limit') === undefined ? TOP_LINKS : asked.limit, MAX_TOP_LINKS);
    const statistics = await accountStatistics(
      c.env,
      c.get('key').accountId,
      { query: breakdownQueryOf(asked, now), limit },
      { shortBaseUrl: c.get('config').shortBaseUrl, now },
    );
    return statisticsResponse(c, statistics);
  },
});
