/** GET /v2/stats: the statistics of the account, over all its links (specification 10.2). */

import { endpoint } from '#api/http/endpoint';
import { json } from '#api/http/response';
import { rangeField } from '#api/statistics/range-statistics';
import { countedAccount } from '#api/statistics/statistics';
import { AccountStatisticsQuery, accountBreakdownOf } from '#api/statistics/statistics-query';
import { ACCOUNT_STATISTICS_EXAMPLE, AccountStatistics } from '#api/statistics/statistics-record';
import { statisticsForms, statisticsResponse } from '#api/statistics/statistics-response';

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
    'Returns the clicks of all links of the account, and the most clicked links.\n\n- Clicks appear within 5 seconds.\n- Unique visitors are counted per UTC day and added up.\n- `tag` limits the figures to links with that tag.\n- With `groupBy=tag`, a link with several tags counts under each of them.\n- Send `Accept: text/csv` for CSV. It leaves out the most clicked links.',
  query: AccountStatisticsQuery,
  responses: {
    200: json(
      'The statistics.',
      AccountStatistics,
      { JSON: ACCOUNT_STATISTICS_EXAMPLE },
      statisticsForms(ACCOUNT_STATISTICS_EXAMPLE),
    ),
  },
  refusals: ['TAG_NOT_FOUND'],
  handle: async (c) => {
    const now = c.get('now');
    const asked = c.req.valid('query');
    const limit = Math.min(c.req.query('limit') === undefined ? DEFAULT_TOP_LINKS : asked.limit, MAX_TOP_LINKS);
    const read = accountBreakdownOf(asked, now);
    const { statistics, counted } = await countedAccount(
      c.env,
      c.get('key').accountId,
      { ...read, limit, tag: asked.tag },
      { shortBaseUrl: c.get('config').shortBaseUrl, now },
    );
    return statisticsResponse(c, { ...statistics, ...rangeField(asked, read.query, counted) });
  },
});
