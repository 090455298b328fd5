import { html } from 'hono/html';
import { LINK_STATISTICS_EXAMPLE } from '#api/statistics/statistics-record';
import { GROUPINGS } from '#domain/breakdown';
import { answer, code, command, request, type Section } from './pieces';

export const statistics: Section = {
  id: 'statistics',
  title: 'Statistics',
  text: (place) => html`
<p>A link tells what became of it, also when it is over:</p>
${request(place, 200, 'GET', '/stats/Promo?groupBy=browser')}
${answer(place, LINK_STATISTICS_EXAMPLE)}
<p><code>groupBy</code> takes any of ${GROUPINGS.map((name, index) => html`${index > 0 ? ', ' : ''}${code(name)}`)}, separated by
commas. <code>start</code> and <code>end</code> are days, <code>tz</code> names the zone they are counted in. What your
spreadsheet wants is one header away:</p>
${command(`curl -s '${place.api}/v2/stats?groupBy=day' \\\n  -H "Authorization: Bearer $KEY" \\\n  -H 'Accept: text/csv'`, 200)}
<p>No address of a visitor is ever stored. <code>uniqueVisitors</code> is the sum of what each day had; robots are counted
apart, and are no clicks. Of a visitor who sends <code>DNT</code> or <code>Sec-GPC</code> the click counts, and nothing else is kept.</p>`,
};
