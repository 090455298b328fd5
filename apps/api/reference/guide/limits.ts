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
<p>A key has the plan of its account. The plan says how often it may call, and which options its links may have; an option
beyond it is refused with 403.</p>
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
<p>A minute is a window of 60 seconds that your first request opens; a month is a calendar month, UTC. Every request with a good
key counts one, whatever it is answered; a batch is one request. A 429 does not charge the month, and a 5xx is given back.
Every answer tells what is left:</p>
${table(
  ['Header', 'What it says'],
  KEY_HEADERS.map((name) => [code(name), HEADERS[name].description]),
)}
<p>Beyond a limit you get 429 with <code>Retry-After</code>, in seconds. Wait that long, and no longer: a client that slows down
when <code>X-RateLimit-Remaining</code> nears nothing never sees one.</p>`,
};
