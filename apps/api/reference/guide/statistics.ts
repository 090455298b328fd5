import { html } from 'hono/html';
import { LINK_STATISTICS_EXAMPLE } from '#api/statistics/statistics-record';
import { GROUPINGS } from '#domain/breakdown';
import { textSample } from '../samples/sample';
import { code, request, response, type Section } from './pieces';

const CSV = `grouping,value,clicks
day,2026-11-19,12
day,2026-11-20,19`;

export const statistics: Section = {
  id: 'statistics',
  title: 'Read statistics',
  endpoints: ['getLinkStatistics', 'getAccountStatistics'],
  text: (deployment) => html`
<p>Every link has statistics, even after it has expired:</p>
${request(deployment, 200, 'GET', '/stats/Promo?groupBy=browser')}
${response(deployment, LINK_STATISTICS_EXAMPLE)}
<p><code>groupBy</code> takes one or more of these, separated by commas: ${GROUPINGS.map((name, index) => html`${index > 0 ? ', ' : ''}${code(name)}`)}.
<code>start</code> and <code>end</code> are days, and <code>tz</code> sets their time zone. With one of them, <code>range</code>
has the clicks, visitors, bots and QR scans of these days beside the totals. For a spreadsheet, ask for CSV with the
header <code>Accept: text/csv</code>:</p>
${request(deployment, 200, 'GET', '/stats?groupBy=day', undefined, { headers: { Accept: 'text/csv' }, answer: 'text' })}
${textSample('Response', CSV)}
<p>Swiftlet never stores the IP address of a visitor. <code>uniqueVisitors</code> adds up the distinct visitors of each day. Visits by
bots count in <code>botHits</code> and not as clicks. If a visitor sends <code>DNT: 1</code> or <code>Sec-GPC: 1</code>, only the click
itself is counted.</p>`,
};
