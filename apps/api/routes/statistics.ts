/** The statistics of a link and of the account (specification 10). */
import { Hono } from 'hono';
import type { AppEnv } from '#api/http/context';
import { endpoint } from '#api/http/endpoint';
import { json } from '#api/http/response';
import { ownedLink, toOwner } from '#api/links/link-owner';
import { countedAccount, countedLink } from '#api/statistics/statistics';
import {
  AccountStatisticsQuery,
  readAccountBreakdown,
  readBreakdownQuery,
  StatisticsQuery,
} from '#api/statistics/statistics-query';
import {
  ACCOUNT_STATISTICS_EXAMPLE,
  AccountStatistics,
  LINK_STATISTICS_EXAMPLE,
  LinkStatistics,
} from '#api/statistics/statistics-record';
import { rangeField, statisticsForms, statisticsResponse } from '#api/statistics/statistics-response';
import { ShortCode } from './params';

export const statisticsRoutes = new Hono<AppEnv>();

// GET /v2/stats/:shortCode: the statistics of a link (specification 10.1).
statisticsRoutes.get(
  '/:shortCode',
  ...endpoint({
    access: 'key',
    scope: 'stats:read',
    reach: 'links',
    tag: 'Statistics',
    id: 'getLinkStatistics',
    summary: 'Read the statistics of a link',
    description:
      'Returns the clicks of a link, and with `groupBy` when and where they came from.\n\n- Clicks appear within 5 seconds, or at once if the link has a click limit.\n- Unique visitors are counted per UTC day and added up.\n- Visitors who send `DNT: 1` or `Sec-GPC: 1` count as clicks and in `day`, but nowhere else.\n- Expired links keep their statistics.\n- A filter such as `country=DE` counts only clicks with this value in `range` and `breakdown`; several filters must all match. The other figures count all clicks.\n- Send `Accept: text/csv` for CSV.',
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
      const query = readBreakdownQuery(asked, c.get('key').plan, now);
      const link = await ownedLink(c.env, toOwner(c.get('key')), c.req.param('shortCode'));
      const context = { shortBaseUrl: c.get('config').shortBaseUrl, now };
      const { statistics, counted } = await countedLink(c.env, link, query, context);
      return statisticsResponse(c, { ...statistics, ...rangeField(asked, query, counted) });
    },
  }),
);

/** How many top links the response has without `limit`, and how many it has at most. */
const DEFAULT_TOP_LINKS = 10;
const MAX_TOP_LINKS = 100;

// GET /v2/stats: the statistics of the account, over all its links (specification 10.2).
statisticsRoutes.get(
  '/',
  ...endpoint({
    access: 'key',
    scope: 'stats:read',
    reach: 'account',
    tag: 'Statistics',
    id: 'getAccountStatistics',
    summary: 'Read the statistics of the account',
    description:
      'Returns the clicks of all links of the account, and the most clicked links.\n\n- Clicks appear within 5 seconds.\n- Unique visitors are counted per UTC day and added up.\n- `tag` limits the figures to links with that tag.\n- With `groupBy=tag`, a link with several tags counts under each of them.\n- A filter such as `country=DE` counts only clicks with this value in `range`, `breakdown` and `topLinks`; several filters must all match. The other figures count all clicks.\n- Send `Accept: text/csv` for CSV. It leaves out the most clicked links.',
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
      const read = readAccountBreakdown(asked, c.get('key').plan, now);
      const { statistics, counted } = await countedAccount(
        c.env,
        c.get('key').accountId,
        { ...read, limit, tag: asked.tag, topOf: read.query?.filter ? read.query.utcDays : undefined },
        { shortBaseUrl: c.get('config').shortBaseUrl, now },
      );
      return statisticsResponse(c, { ...statistics, ...rangeField(asked, read.query, counted) });
    },
  }),
);
