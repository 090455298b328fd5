import { html } from 'hono/html';
import { USAGE_EXAMPLE } from '#api/accounts/usage';
import { HEADERS } from '#api/http/headers';
import { KEY_HEADERS } from '#api/http/rate-limit';
import { PLAN_FEATURES, PLAN_LIMITS, PLANS, type PlanPolicy } from '#domain/plans';
import type { Markup } from '../page';
import { code, request, response, type Section, table } from './pieces';

const count = (amount: number): string => amount.toLocaleString('en');
const fromLength = (minimum: number | null): string => (minimum === null ? '–' : `from ${minimum} characters`);
const yes = (isGranted: boolean): string => (isGranted ? 'yes' : '–');

export const limits: Section = {
  id: 'limits',
  title: 'Plans and rate limits',
  text: (deployment) => html`
<p>Every key has the plan of its account. The plan sets how many calls the key can make and which options its links can have. An option
that your plan lacks is refused with 403.</p>
${planTable(deployment.planPolicy)}
<p>The limit per minute covers 60 seconds from your first request. The month is a calendar month in UTC. Every request with a valid key
counts as one call, and so does a batch. A 429 doesn’t count toward the month, and a 5xx is refunded.</p>
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

const planTable = (planPolicy: PlanPolicy): Markup =>
  table(
    ['Plan', 'Requests a minute', 'Calls a month', 'alias', 'expiresIn, maxClicks', 'password'],
    PLANS.map((plan) => {
      const { minAliasLength, expiresIn, maxClicks, password } = PLAN_FEATURES[planPolicy][plan];
      return [
        plan,
        count(PLAN_LIMITS[plan].requestsPerMinute),
        count(PLAN_LIMITS[plan].callsPerMonth),
        fromLength(minAliasLength),
        yes(expiresIn && maxClicks),
        yes(password),
      ];
    }),
  );
