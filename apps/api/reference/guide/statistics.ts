import { html } from 'hono/html';
import { LINK_STATISTICS_EXAMPLE } from '#api/statistics/statistics-record';
import { GROUPINGS } from '#domain/breakdown';
import { code, request, response, type Section } from './pieces';

export const statistics: Section = {
  id: 'statistics',
  title: 'Statistics',
  text: (deployment) => html`
<p>Every link has statistics, even an expired one:</p>
${request(deployment, 200, 'GET', '/stats/Promo?groupBy=browser')}
${response(deployment, LINK_STATISTICS_EXAMPLE)}
<p><code>groupBy</code> takes any of ${GROUPINGS.map((name, index) => html`${index > 0 ? ', ' : ''}${code(name)}`)}, separated by
commas. <code>start</code> and <code>end</code> are days, and <code>tz</code> names their time zone. With
<code>Accept: text/csv</code> the response is CSV for a spreadsheet:</p>
${request(deployment, 200, 'GET', '/stats?groupBy=day', undefined, { headers: { Accept: 'text/csv' }, answer: 'text' })}
<p>No address of a visitor is ever stored. <code>uniqueVisitors</code> is the sum of the distinct visitors of each day. Visits of
robots count in <code>botHits</code>, not as clicks. If a visitor sends <code>DNT: 1</code> or <code>Sec-GPC: 1</code>, only the
click is counted.</p>`,
};
