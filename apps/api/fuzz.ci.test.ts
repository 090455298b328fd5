/**
 * Sends thousands of random requests. No response may be a 5xx, every body must have its schema, and a refused request
 * must store nothing. `TEST_SEED=<seed> npm run test:ci -- apps/api/fuzz` repeats a run.
 */
import { env } from 'cloudflare:workers';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { Usage } from '#api/accounts/usage';
import { Envelope } from '#api/http/fields';
import { BatchRecord, RefusedBatchRecord } from '#api/links/batch-record';
import { LinkRecord, ManagedLink } from '#api/links/link-record';
import { LinkList } from '#api/routes/links';
import type { Plan } from '#domain/plans';
import { type Caller, type FuzzedRequest, fuzzedRequest } from '#testkit/fuzz-requests';
import { secrets } from '#testkit/secrets/registry';
import { SEED } from '#testkit/seed';
import { createWorld, freshAlias } from '#testkit/world';

const BATCHES = env.TEST_LONG ? 100 : 50;
const BATCH = 50;

/** The number of keys by plan. It is so large that no key fills its window. */
const KEYS: Record<Plan, number> = { FREE: 12, HOBBY: 4, INDIE: 2, PRO: 1 };
const WEIGHTS: Record<Plan, number> = { FREE: 1, HOBBY: 2, INDIE: 2, PRO: 5 };

const world = createWorld();
const callers = {} as Record<Plan, Caller[]>;
const faults: string[] = [];

beforeAll(async () => {
  for (const [plan, count] of Object.entries(KEYS) as [Plan, number][]) {
    callers[plan] = await Promise.all(Array.from({ length: count }, () => newCaller(plan)));
  }
  vi.spyOn(console, 'error').mockImplementation((line) => void faults.push(String(line)));
});
afterAll(() => {
  vi.restoreAllMocks();
  // The search of the stores would report a random text that was sent as a password and as a destination.
  secrets.clear();
});

/** Creates a key with one link. The link has an alias if the plan grants one. */
async function newCaller(plan: Plan): Promise<Caller> {
  const { key } = await world.newKey(plan);
  const alias = plan === 'FREE' ? {} : { alias: freshAlias('fuzz') };
  const made = await world.shorten(key, { url: 'https://example.com/', ...alias });
  return { key, code: LinkRecord.parse(await made.json()).shortCode };
}

const someCaller = () =>
  fc.oneof(
    ...(Object.keys(KEYS) as Plan[]).map((plan) => ({
      weight: WEIGHTS[plan],
      arbitrary: fc.constantFrom(...callers[plan]),
    })),
  );

const storedLinks = async () =>
  (await env.DB.prepare('SELECT count(*) AS links FROM links').first<{ links: number }>())?.links ?? 0;

type CheckedResponse = {
  request: FuzzedRequest;
  response: Response;
  made: readonly { shortCode: string; url: string }[];
};

/** Sends a request, and checks its response: a status below 500, the headers, and the schema of the body. */
async function ask(request: FuzzedRequest): Promise<CheckedResponse> {
  const { path, ...init } = request;
  const response = await world.call(init.method, `https://api.example.com${path}`, init);
  const body = await response.text();
  const { status } = response;
  expect(status, body).toBeLessThan(500);
  expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
  if (status === 201) {
    const made = LinkRecord.parse(JSON.parse(body));
    expect(made.shortUrl).toBe(`https://s.example.com/${made.shortCode}`);
    return { request, response, made: response.headers.has('Idempotent-Replayed') ? [] : [made] };
  }
  if (status >= 400 && init.method !== 'HEAD') {
    const isRefusedBatch = body.includes('"errorType":"BATCH_ABORTED"');
    expect((isRefusedBatch ? RefusedBatchRecord : Envelope).parse(JSON.parse(body))).toMatchObject({
      statusCode: status,
      method: init.method,
      path: new URL(`https://api.example.com${path}`).pathname,
    });
  }
  if (status < 400) expect([200, 204]).toContain(status);
  const record = status === 200 && init.method !== 'HEAD' ? findRecord(`${init.method} ${path}`) : undefined;
  const parsed = record?.parse(JSON.parse(body));
  const isNew = parsed !== undefined && 'results' in parsed && !response.headers.has('Idempotent-Replayed');
  return { request, response, made: isNew ? parsed.results.flatMap((one) => (one.success ? [one] : [])) : [] };
}

const RECORDS = [
  [/^PATCH \/v2\/links\/./, ManagedLink],
  [/^GET \/v2\/links\/./, ManagedLink],
  [/^GET \/v2\/links(\?|$)/, LinkList],
  [/^GET \/v2\/usage(\?|$)/, Usage],
  [/^POST \/v2\/shorten\/batch(\?|$)/, BatchRecord],
] as const;

const findRecord = (sent: string) => RECORDS.find(([pattern]) => pattern.test(sent))?.[1];

/** Returns an error handler that adds the request to the error, because many requests are sent at once. */
const nameRequest = (request: FuzzedRequest) => (cause: unknown) => {
  throw new Error(`${JSON.stringify(request)} ${cause}`, { cause });
};

it(`${BATCHES * BATCH} requests of every kind keep every promise`, { timeout: 180_000 }, async () => {
  let sent = 0;
  let created = 0;
  let batched = 0;
  let managed = 0;
  const batch = fc.array(fuzzedRequest(someCaller()), { minLength: BATCH, maxLength: BATCH });
  await fc.assert(
    fc.asyncProperty(batch, async (requests) => {
      const before = await storedLinks();
      const responses = await Promise.all(requests.map((one) => ask(one).catch(nameRequest(one))));
      const links = responses.flatMap((response) => response.made);
      expect(await storedLinks()).toBe(before + links.length);
      expect(faults).toEqual([]);

      const [sample] = links;
      if (sample !== undefined) {
        const visit = await world.visit(sample.shortCode, { headers: { Accept: 'application/json' } });
        expect(visit.status === 302 || visit.status === 401, sample.shortCode).toBe(true);
        if (visit.status === 302) expect(visit.headers.get('Location')).toBe(new URL(sample.url).href);
      }
      sent += requests.length;
      const makers = responses.filter(({ made }) => made.length > 0);
      created += makers.filter(({ response }) => response.status === 201).length;
      batched += makers.filter(({ response }) => response.status === 200).length;
      managed += responses.filter(
        ({ request, response }) => response.status === 200 && findRecord(`${request.method} ${request.path}`),
      ).length;
    }),
    { numRuns: BATCHES, endOnFailure: true },
  );
  expect(sent).toBe(BATCHES * BATCH);
  expect(created / sent).toBeGreaterThan(1 / 3);
  expect(batched / sent).toBeGreaterThan(1 / 30);
  expect(managed / sent).toBeGreaterThan(1 / 20);
  const share = `${Math.round((100 * created) / sent)} %`;
  console.log(
    `fuzz: seed ${SEED}, ${sent} requests: ${created} created a link (${share}), ${batched} were batches that did`,
  );
});
