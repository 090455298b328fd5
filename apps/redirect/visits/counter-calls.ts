/**
 * The calls of a visit to the object of its link. All retries of a call send the same id, so that a click or an attempt
 * counts once even if a response is lost.
 */
import { entryToLimits, linkToLimits } from '#domain/click-limits';
import type { LiveEntry } from '#domain/edge-entry';
import type { Link } from '#domain/link';
import { overloaded, Refusal } from '#domain/refusal';
import { digestAddress, toWideNetwork } from '#secrets/client-address';
import { callObject, objectNamed } from '#store/objects';
import { configOf } from '../config';
import type { TakeResult } from '../counter/click-counter';
import type { Charge } from '../counter/password-attempts';
import type { Env } from '../env';
import { deleteEntry } from './lookup';

/** Takes a click of a limited link. @throws ObjectUnreachable */
export function takeClick(code: string, entry: LiveEntry, env: Env): Promise<TakeResult> {
  const clickId = crypto.randomUUID();
  const limits = entryToLimits(code, entry);
  return callObject(
    () => objectNamed(env, env.CLICKS, entry.id),
    async (counter) => await counter.take(clickId, limits),
    { repeatable: true },
  );
}

/** Deletes the cached entry if the click was refused. @throws Refusal unless the click was granted */
export function assertGranted(taken: TakeResult, code: string, env: Env): void {
  // The visit has read D1 already, so the link was edited once more since then.
  if (taken === 'outdated') throw overloaded(1);
  if (taken === 'granted') return;
  deleteEntry(env, code);
  throw new Refusal('LINK_GONE', { goneReason: 'CLICKS' });
}

/**
 * One attempt at a password. It is charged before D1 is read, and refunded if the password was right or was not
 * checked.
 */
export class PasswordAttempt {
  readonly #id = crypto.randomUUID();
  readonly #address: string;
  readonly #env: Env;

  constructor(request: Request, env: Env) {
    this.#address = request.headers.get('CF-Connecting-IP') ?? '';
    this.#env = env;
  }

  /** Charges the attempt at the object of a link. @throws ObjectUnreachable */
  async charge(linkId: string): Promise<Charge> {
    const { current: pepper } = configOf(this.#env).peppers;
    const [network, wideNetwork] = await Promise.all([
      digestAddress(this.#address, linkId, pepper),
      digestAddress(this.#address, linkId, pepper, toWideNetwork),
    ]);
    return callObject(
      () => objectNamed(this.#env, this.#env.CLICKS, linkId),
      async (counter) => await counter.attempt(this.#id, network, wideNetwork),
      { repeatable: true },
    );
  }

  /**
   * Refunds the attempt with the right password, and takes a click if the link is limited.
   * @throws ObjectUnreachable
   */
  open(link: Link): Promise<TakeResult> {
    const clickId = crypto.randomUUID();
    return callObject(
      () => objectNamed(this.#env, this.#env.CLICKS, link.id),
      async (counter) => await counter.open(this.#id, clickId, linkToLimits(link)),
      { repeatable: true },
    );
  }

  /**
   * Refunds the attempt at a link whose password was not checked. A failure is ignored, because the link's object
   * deletes the attempt after about an hour.
   */
  async refund(linkId: string): Promise<void> {
    const refunded = callObject(
      () => objectNamed(this.#env, this.#env.CLICKS, linkId),
      async (counter) => await counter.refund(this.#id),
      { repeatable: true },
    );
    await refunded.catch(() => undefined);
  }
}
