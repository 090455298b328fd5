/**
 * Runs a form once, however often the browser sends it. A KeyMeter stores the result under the form's token, as it
 * stores a response under an Idempotency-Key (docs/design/console-and-forms.md).
 */

import { monthExceeded, windowExceeded } from '#api/http/headers';
import { newIdempotencySeed } from '#api/http/idempotency';
import type { LeaseRequest } from '#domain/admission';
import type { IdempotencySeed, IdempotentRun, KeptResponse, Lease } from '#domain/idempotency';
import { secondsUntil } from '#domain/meter';
import { Refusal } from '#domain/refusal';
import { hashText } from '#secrets/digest';
import { logFault } from '#store/faults';
import { callObject, objectNamed } from '#store/objects';
import type { ConsoleContext } from '../context';
import type { Notice } from '../notices';
import type { FormToken, IssuedSecret } from './kept-in-browser';

/** The result of a form: a redirect, with an optional notice and an optional secret. */
export type FormResult = {
  /** The path of the console to redirect to. */
  readonly to: string;
  readonly notice?: Notice | undefined;
  /** What the notice says, where its name does not say it all, as a function of notices.tsx has encoded it. */
  readonly detail?: string | undefined;
  /** The secret that the redirect issues to the browser (kept-in-browser.ts). */
  readonly hands?: IssuedSecret | undefined;
  /** What the page that it redirects to shows of this run, as JSON has it (readShown). */
  readonly shown?: unknown;
};

/**
 * One run of a form. Ids, codes and secrets are derived from it, so that a second run finds what the first one made.
 * The request hash is keyed with the pepper, because the fields may hold a password.
 */
export type Run = IdempotentRun & {
  /** The seed of the secrets that the form makes. It consists of the pepper, the page's token and the object's seed. */
  readonly secretSeed: string;
  /** The name under which the result is stored, for the address of a page that shows it. It reveals no field. */
  readonly resultName: string;
};

type Outcome =
  /** `at` is the time of the run, epoch milliseconds. */
  | { readonly state: 'done'; readonly done: FormResult; readonly run: Run; readonly at: number }
  /** An earlier form with this token had other content, and succeeded. */
  | { readonly state: 'used' }
  /** The first run has not ended after all pauses. */
  | { readonly state: 'running' };

type StoredResult = { readonly done: FormResult; readonly seed: IdempotencySeed; readonly at: number };

/** The pauses between the attempts of a second run to get the lease, milliseconds. Together they are 9.55 s. */
const PAUSES_MS = [50, 100, 200, 400, 800, 1_600, 3_200, 3_200];

/**
 * The name of the KeyMeter that stores results. Each account has its own. All forms without an account share sixty-four
 * objects, and the digest chooses one of them.
 */
const nameObject = (accountId: string, key: string): string =>
  accountId === '' ? `console:door:${key.charAt(0)}` : nameConsoleMeter(accountId);

/** A form that was sent: its token, its fields as JSON, and whether a second run has no further effect. */
type Submission = { readonly token: FormToken; readonly body: string; readonly isRepeatable: boolean };

/**
 * Runs a form, or returns the stored result of its run. A run that throws releases its token, so that the form can be
 * sent again. The lease of a worker that died ends within a minute. A run continues after its browser has disconnected.
 * @param run performs the operation; nothing is stored where it throws
 * @throws what `run` throws. Unless the form is repeatable: ObjectUnreachable, Refusal IDEMPOTENCY_KEYS_EXCEEDED
 */
export async function runOnce(
  c: ConsoleContext,
  submission: Submission,
  run: (run: Run) => Promise<FormResult>,
): Promise<Outcome> {
  const results = await openResultStore(c, submission);
  const leaseRequest = { key: results.key, seed: newIdempotencySeed() };
  for (const pause of [0, ...PAUSES_MS]) {
    if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
    const lease = await results.lease(leaseRequest);
    if (lease.state === 'running') continue;
    if (lease.state === 'stored') return storedOutcome(lease.response, results);
    const { seed, leasedAt } = lease;
    const at = c.get('now');
    const running = settleAfter(run(results.runOf(seed)), async (done) => {
      const body = done && JSON.stringify({ done, seed, at } satisfies StoredResult);
      await results.settle(leasedAt, body);
    });
    c.executionCtx.waitUntil(running.catch(() => undefined));
    return { state: 'done', done: await running, at, run: results.runOf(seed) };
  }
  return { state: 'running' };
}

function storedOutcome(response: KeptResponse, { requestHash, runOf }: ResultStore): Outcome {
  if (response.requestHash !== requestHash) return { state: 'used' };
  const { done, seed, at } = JSON.parse(response.body) as StoredResult;
  return { state: 'done', done, at, run: runOf(seed) };
}

/** Waits until a run has ended and its result is stored. A run that throws releases its lease. */
async function settleAfter(
  running: Promise<FormResult>,
  settle: (done: FormResult | null) => Promise<void>,
): Promise<FormResult> {
  try {
    const done = await running;
    await settle(done);
    return done;
  } catch (error) {
    await settle(null);
    throw error;
  }
}

type ResultStore = Awaited<ReturnType<typeof openResultStore>>;

/** The methods of one form on the object that stores its result. */
async function openResultStore(c: ConsoleContext, { token, body, isRepeatable }: Submission) {
  const pepper = c.get('config').peppers.current;
  const [key, requestHash] = await Promise.all([
    hashText(`form\n${new URL(c.req.url).pathname}\n${token.text}`),
    hashText(`${pepper}\nform\n${body}`),
  ]);
  const object = () => objectNamed(c.env, c.env.KEYS, nameObject(token.accountId, key));
  const log = (error: unknown) => logFault(error, { doing: 'remember form', requestId: c.get('requestId') });
  return {
    key,
    requestHash,
    runOf: (seed: IdempotencySeed): Run => ({
      seed,
      requestHash,
      secretSeed: [pepper, token.text, seed.id].join('\n'),
      resultName: key,
    }),
    async lease(leaseRequest: LeaseRequest): Promise<Exclude<Lease, { state: 'full' }>> {
      try {
        const lease = await callObject(object, async (meter) => await meter.leaseForm(leaseRequest), {
          repeatable: true,
        });
        if (lease.state !== 'full') return lease;
        const retryAfter = secondsUntil(lease.roomAt, c.get('now'));
        throw new Refusal('IDEMPOTENCY_KEYS_EXCEEDED', { retryAfter });
      } catch (error) {
        if (!isRepeatable) throw error;
        log(error);
        return { state: 'leased', leasedAt: c.get('now'), seed: leaseRequest.seed };
      }
    },
    /**
     * Stores a result; null releases the lease. A lease that cannot be settled ends after a minute, and keeps its seed.
     */
    async settle(leasedAt: number, kept: string | null): Promise<void> {
      const response = kept === null ? null : { requestHash, status: 303, body: kept };
      const settlement = { refundMonth: null, lease: { key, leasedAt, response } };
      await callObject(object, async (meter) => void (await meter.settle(settlement)), { repeatable: true }).catch(log);
    },
  };
}

/** Reads what a form of the account has left to be shown within the last day; null where there is nothing. */
export async function readShown(c: ConsoleContext, resultName: string): Promise<unknown> {
  const object = () => objectNamed(c.env, c.env.KEYS, nameConsoleMeter(c.get('account').id));
  const body = await callObject(object, async (meter) => await meter.readForm(resultName), { repeatable: true });
  return body === null ? null : ((JSON.parse(body) as StoredResult).done.shown ?? null);
}

/**
 * The name of the KeyMeter that counts for an account's console, which counts like one more key of the account
 * (specification 14.5). The colon keeps it apart from ids of keys.
 */
export const nameConsoleMeter = (accountId: string): string => `console:${accountId}`;

/**
 * Counts one call. Making or editing a link and making a key are calls.
 * @throws Refusal WINDOW_EXCEEDED, MONTH_EXCEEDED
 */
export async function meterCall(c: ConsoleContext): Promise<void> {
  const { id, plan } = c.get('account');
  const { refusal, reading } = await callObject(
    () => objectNamed(c.env, c.env.KEYS, nameConsoleMeter(id)),
    async (object) => await object.meter(plan),
  );
  if (refusal === 'WINDOW') throw windowExceeded(reading, c.get('now'));
  if (refusal === 'MONTH') throw monthExceeded('MONTH_EXCEEDED', reading.monthEndsAt, c.get('now'));
}
