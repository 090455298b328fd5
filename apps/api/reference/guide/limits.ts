import { html } from 'hono/html';
import { USAGE_EXAMPLE } from '#api/accounts/usage';
import { planName } from '#api/console/plan-name';
import { HEADERS } from '#api/http/headers';
import { KEY_HEADERS } from '#api/http/rate-limit';
import { PLAN_FEATURES, PLAN_LIMITS, PLANS, type Plan, type PlanPolicy } from '#domain/plans';
import type { Markup } from '../page';
import { code, request, response, type Section, table } from './pieces';

const count = (amount: number): string => amount.toLocaleString('en');
const NO = html`<span class="soft"><span aria-hidden="true">–</span><span class="unseen">no</span></span>`;
const YES = html`<span class="yes"><span aria-hidden="true">✓</span><span class="unseen">yes</span></span>`;
const fromLength = (minimum: number | null): Markup => (minimum === null ? NO : html`min. ${minimum}`);
const mark = (isGranted: boolean): Markup => (isGranted ? YES : NO);

export const limits: Section = {
  id: 'limits',
  title: 'Plans and rate limits',
  endpoints: ['getUsage'],
  text: (deployment) => html`
<p>Every key has the plan of its account. The plan sets how many calls the key can make and which options its links can have. An option
that your plan lacks is refused with 403.</p>
${planTable(deployment.planPolicy)}
<p>The limit per minute covers 60 seconds from your first request. The month is a calendar month in UTC. Every request with a valid key
counts as one call, and so does a batch. The links that bulk requests name also count by the minute, for all keys of the account together. A 429 doesn’t count toward the month, and a 5xx is refunded.</p>
<p>Every response tells you what is left:</p>
${table(
  ['Header', 'Value'],
  KEY_HEADERS.map((name) => [code(name), HEADERS[name].description]),
)}
<p>Beyond a limit you get 429, and <code>Retry-After</code> tells you how many seconds to wait. To avoid that, slow down as
<code>X-RateLimit-Remaining</code> approaches 0.</p>
<p>One request shows the features of your key and what is left of its limits:</p>
${request(deployment, 200, 'GET', '/usage')}
${response(deployment, USAGE_EXAMPLE)}`,
};

/** A row for each limit and option, so that the table is as narrow as a phone. */
function planTable(planPolicy: PlanPolicy): Markup {
  const row = (name: Markup | string, cell: (plan: Plan) => Markup | string): Markup =>
    html`<tr><th scope="row">${name}</th>${PLANS.map((plan) => html`<td>${cell(plan)}</td>`)}</tr>`;
  const featuresOf = (plan: Plan) => PLAN_FEATURES[planPolicy][plan];
  return html`<table class="plans"><thead><tr><td></td>${PLANS.map((plan) => html`<th scope="col">${planName(plan)}</th>`)}</tr></thead><tbody>
${row('Requests a minute', (plan) => count(PLAN_LIMITS[plan].requestsPerMinute))}
${row('Links in bulk a minute', (plan) => count(PLAN_LIMITS[plan].bulkLinksPerMinute))}
${row('Calls a month', (plan) => count(PLAN_LIMITS[plan].callsPerMonth))}
${row(html`${code('alias')}, characters`, (plan) => fromLength(featuresOf(plan).minAliasLength))}
${row(code('expiresIn'), (plan) => mark(featuresOf(plan).expiresIn))}
${row(code('maxClicks'), (plan) => mark(featuresOf(plan).maxClicks))}
${row(code('password'), (plan) => mark(featuresOf(plan).password))}
</tbody></table>`;
}
