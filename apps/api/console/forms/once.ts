/**
 * Once, however often a form is sent: the object of the account's console remembers what was answered under a token, as
 * the object of a key does under an Idempotency-Key (docs/adr/0006, 0033).
 */
import { newIdempotencySeed } from '#api/http/idempotency';
import type { LeaseRequest } from '#domain/admission';
import type { IdempotencySeed, IdempotentRun, KeptResponse, Lease } from '#domain/idempotency';
import { Refusal } from '#domain/refusal';
import { secondsUntil } from '#domain/window';
import { digestOf } from '#secrets/digest';
import { logFault } from '#store/log-fault';
import { callObject } from '#store/object-call';
import type { ConsoleContext } from '../context';
import { meterNameOf } from '../meter-call';
import type { Notice } from '../notices';
import type { Handed } from './handed';
import type { FormToken } from './token';

/** What was done, and where the browser goes to see it. */
export type Done = {
  /** A path of the console. */
  readonly to: string;
  readonly notice?: Notice | undefined;
  /** A secret that goes along, once. */
  readonly hands?: Handed | undefined;
};

/**
 * One run of a form: what it generates follows from it, so that a second run meets what the first made. Its hash is of
 * what was typed, keyed with the pepper: a password may be in it.
 */
export type Run = IdempotentRun & {
  /** What secrets that this form makes follow from. It needs the page's token, the object's seed and the pepper. */
  readonly secretSeed: string;
};

export type Once =
  | { readonly state: 'done'; readonly done: Done; readonly run: Run /** Epoch milliseconds. */; readonly at: number }
  /** Sent before with other things typed, and answered. */
  | { readonly state: 'used' }
  /** The first one has been under way for longer than anybody waits. */
  | { readonly state: 'running' };

type KeptDone = { readonly done: Done; readonly draw: IdempotencySeed; readonly at: number };

/** How long the second of two clicks waits for the first, looking again ever later. */
const WAITS_MS = [50, 100, 200, 400, 800, 1_600, 3_200, 3_200];

/** The object that remembers: the account's; before the door one of sixty-four, by the token. */
const objectNameOf = (accountId: string, key: string): string =>
  accountId === '' ? `console:door:${key.charAt(0)}` : meterNameOf(accountId);

/** A form that was sent: its token, all that was typed, and whether doing it twice is doing it once. */
export type Sending = { readonly token: FormToken; readonly body: string; readonly isRepeatable: boolean };

/**
 * Runs a form, or tells what was answered when it ran. A run that throws frees its token, so that the form can be sent
 * again; one whose worker dies frees it after a minute. It goes on although the browser has left.
 * @param run throws where nothing is to be remembered
 * @throws ObjectUnreachable, Refusal IDEMPOTENCY_KEYS_EXCEEDED where nothing can remember it and it is not repeatable
 */
export async function once(c: ConsoleContext, sending: Sending, run: (run: Run) => Promise<Done>): Promise<Once> {
  const remembered = await rememberedOf(c, sending);
  const wanted = { key: remembered.key, draw: newIdempotencySeed() };
  for (const wait of [0, ...WAITS_MS]) {
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    const lease = await remembered.lease(wanted);
    if (lease.state === 'running') continue;
    if (lease.state === 'answered') return answeredBy(lease.answer, remembered);
    const { draw: seed, leasedAt } = lease;
    const at = c.get('now');
    const running = settled(run(remembered.runOf(seed)), async (done) => {
      const body = done && JSON.stringify({ done, draw: seed, at } satisfies KeptDone);
      await remembered.settle(leasedAt, body);
    });
    c.executionCtx.waitUntil(running.catch(() => undefined));
    return { state: 'done', done: await running, at, run: remembered.runOf(seed) };
  }
  return { state: 'running' };
}

function answeredBy(answer: KeptResponse, { requestHash, runOf }: Remembered): Once {
  if (answer.requestHash !== requestHash) return { state: 'used' };
  const { done, draw, at } = JSON.parse(answer.body) as KeptDone;
  return { state: 'done', done, at, run: runOf(draw) };
}

/** Waits until what came of a run is settled, too: null of one that threw. */
async function settled(running: Promise<Done>, settle: (done: Done | null) => Promise<void>): Promise<Done> {
  try {
    const done = await running;
    await settle(done);
    return done;
  } catch (error) {
    await settle(null);
    throw error;
  }
}

type Remembered = Awaited<ReturnType<typeof rememberedOf>>;

/** The object's memory of one form that was sent. */
async function rememberedOf(c: ConsoleContext, { token, body, isRepeatable }: Sending) {
  const pepper = c.get('config').peppers.current;
  const [key, requestHash] = await Promise.all([
    digestOf(`form\n${new URL(c.req.url).pathname}\n${token.text}`),
    digestOf(`${pepper}\nform\n${body}`),
  ]);
  const object = () => c.env.KEYS.getByName(objectNameOf(token.accountId, key));
  const log = (error: unknown) => logFault(error, { doing: 'remember form', requestId: c.get('requestId') });
  return {
    key,
    requestHash,
    runOf: (seed: IdempotencySeed): Run => ({
      seed,
      requestHash,
      secretSeed: [pepper, token.text, seed.id].join('\n'),
    }),
    async lease(wanted: LeaseRequest): Promise<Exclude<Lease, { state: 'full' }>> {
      try {
        const lease = await callObject(object, async (meter) => await meter.leaseForm(wanted), { repeatable: true });
        if (lease.state !== 'full') return lease;
        const retryAfter = secondsUntil(lease.roomAt, c.get('now'));
        throw new Refusal('IDEMPOTENCY_KEYS_EXCEEDED', { retryAfter });
      } catch (error) {
        if (!isRepeatable) throw error;
        log(error);
        return { state: 'leased', leasedAt: c.get('now'), draw: wanted.draw };
      }
    },
    /** A lease that cannot be settled is free after a minute, and its seed stays. */
    async settle(leasedAt: number, kept: string | null): Promise<void> {
      const answer = kept === null ? null : { requestHash, status: 303, body: kept };
      const settlement = { refundMonth: null, lease: { key, leasedAt, answer } };
      await callObject(object, async (meter) => void (await meter.settle(settlement)), { repeatable: true }).catch(log);
    },
  };
}
