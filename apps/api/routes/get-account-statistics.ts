/** GET /v2/stats: what is known of all clicks of the account (answers, section 11). */
import { createHandlers } from '../context';
import { endpoint } from '../endpoint';
import { accountStatistics } from '../statistics';
import { answerStatistics } from '../statistics-answer';
import { breakdownQueryOf, StatisticsQuery } from '../statistics-query';
import { valid } from '../validation';

/** Top links shown where no limit is asked for, and at most. */
const TOP_LINKS = 10;
const MAX_TOP_LINKS = 100;

const handlers = createHandlers(valid('query', StatisticsQuery), async (c) => {
  const now = c.get('now');
  const asked = c.req.valid('query');
  const limit = Math.min(c.req.query('limit') === undefined ? TOP_LINKS : asked.limit, MAX_TOP_LINKS);
  const statistics = await accountStatistics(
    c.env,
    c.get('key').accountId,
    { query: breakdownQueryOf(asked, now), limit },
    { shortBaseUrl: c.get('config').shortBaseUrl, now },
  );
  return answerStatistics(c, statistics);
});

export const getAccountStatistics = endpoint({
  method: 'GET',
  path: '/v2/stats',
  access: 'key',
  summary: 'Read the statistics of the account',
  handlers,
});
