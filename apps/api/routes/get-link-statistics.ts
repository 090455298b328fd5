/** GET /v2/stats/:shortCode: what is known of a link's clicks (contract, "Endpoints"; answers, section 11). */
import { createHandlers } from '../context';
import { endpoint } from '../endpoint';
import { ownLink } from '../own-link';
import { linkStatistics } from '../statistics';
import { answerStatistics } from '../statistics-answer';
import { breakdownQueryOf, StatisticsQuery } from '../statistics-query';
import { valid } from '../validation';

const handlers = createHandlers(valid('query', StatisticsQuery), async (c) => {
  const now = c.get('now');
  const query = breakdownQueryOf(c.req.valid('query'), now);
  const link = await ownLink(c.env, c.get('key').accountId, c.req.param('shortCode') ?? '');
  return answerStatistics(
    c,
    await linkStatistics(c.env, link, query, { shortBaseUrl: c.get('config').shortBaseUrl, now }),
  );
});

export const getLinkStatistics = endpoint({
  method: 'GET',
  path: '/v2/stats/:shortCode',
  access: 'key',
  summary: 'Read the statistics of a link',
  handlers,
});
