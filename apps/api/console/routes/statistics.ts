/** GET /console/statistics: the statistics of all links of the account. */
import { accountStatistics } from '#api/statistics/statistics';
import { createHandlers } from '../context';
import { show } from '../page';
import { accountStatisticsPage } from '../pages/statistics';
import { queryOf, rangeOf } from '../statistics-range';

const TOP_LINKS = 10;

export const getStatistics = createHandlers(async (c) => {
  const now = c.get('now');
  const range = rangeOf(c.req.query('days'));
  const statistics = await accountStatistics(
    c.env,
    c.get('account').id,
    { query: queryOf(range, now), limit: TOP_LINKS },
    { shortBaseUrl: c.get('config').shortBaseUrl, now },
  );
  return show(c, accountStatisticsPage(statistics, { range, now }));
});
