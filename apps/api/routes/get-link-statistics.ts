/** GET /v2/stats/:shortCode: the statistics of a link (specification 10.1). */

import { endpoint } from '#api/http/endpoint';
import { json } from '#api/http/response';
import { ownerOf } from '#api/links/link-owner';
import { ownedLink } from '#api/links/owned-link';
import { rangeField } from '#api/statistics/range-statistics';
import { countedLink } from '#api/statistics/statistics';
import { breakdownQueryOf, StatisticsQuery } from '#api/statistics/statistics-query';
import { LINK_STATISTICS_EXAMPLE, LinkStatistics } from '#api/statistics/statistics-record';
import { statisticsForms, statisticsResponse } from '#api/statistics/statistics-response';
import { ShortCode } from './params';

export const getLinkStatisticsEndpoint = endpoint({
  method: 'GET',
  path: '/v2/stats/:shortCode',
  access: 'key',
  scope: 'stats:read',
  reach: 'links',
  tag: 'Statistics',
  id: 'getLinkStatistics',
  summary: 'Read the statistics of a link',
  description:
    'Returns the clicks of a link, and with `groupBy` when and where they came from.\n\n- Clicks appear within 5 seconds, or at once if the link has a click limit.\n- Unique visitors are counted per UTC day and added up.\n- Visitors who send `DNT: 1` or `Sec-GPC: 1` count as clicks and in `day`, but nowhere else.\n- Expired links keep their statistics.\n- Send `Accept: text/csv` for CSV.',
  params: { shortCode: ShortCode },
  query: StatisticsQuery,
  responses: {
    200: json(
      'The statistics.',
      LinkStatistics,
      { JSON: LINK_STATISTICS_EXAMPLE },
      statisticsForms(LINK_STATISTICS_EXAMPLE),
    ),
  },
  refusals: ['LINK_NOT_FOUND'],
  handle: async (c) => {
    const now = c.get('now');
    const asked = c.req.valid('query');
    const query = breakdownQueryOf(asked, now);
    const link = await ownedLink(c.env, ownerOf(c.get('key')), c.req.param('shortCode'));
    const context = { shortBaseUrl: c.get('config').shortBaseUrl, now };
    const { statistics, counted } = await countedLink(c.env, link, query, context);
    return statisticsResponse(c, { ...statistics, ...rangeField(asked, query, counted) });
  },
});
