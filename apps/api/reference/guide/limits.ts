import { html } from 'hono/html';
import { HEADERS } from '#api/http/headers';
import { KEY_HEADERS } from '#api/http/rate-limit';
import { PLAN_FEATURES, PLAN_LIMITS, PLANS } from '#domain/plans';
import { code, type Section, table } from './pieces';

const count = (amount: number): string => amount.toLocaleString('en');
const fromLength = (minimum: number | null): string => (minimum === null ? 'no' : `from ${minimum} characters`);
const yes = (isGranted: boolean): string => (isGranted ? 'yes' : 'no');

export const limits: Section = {
  id: 'limits',
  title: 'Plans and limits',
  text: ({ planPolicy }) => html`
<p>A key has the plan of its account. The plan limits the number of the key's calls and the options of its links. An option that
the plan lacks is refused with 403.</p>
${table(
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
)}
<p>A minute is a window of 60 seconds that your first request opens. A month is a calendar month, UTC. Every request with a valid
key counts as one call, a batch too. A 429 does not count in the month, and a 5xx is refunded. Every response has headers that show
what is left:</p>
${table(
  ['Header', 'Value'],
  KEY_HEADERS.map((name) => [code(name), HEADERS[name].description]),
)}
<p>Beyond a limit you get 429 with <code>Retry-After</code>, the seconds to wait. A client that slows down as
<code>X-RateLimit-Remaining</code> approaches 0 gets no 429.</p>`,
};
