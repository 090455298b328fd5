/**
 * One attempt at a password. It is charged before D1 is read, and refunded if the password was right or was not
 * checked.
 */
import { addressDigest, wideNetworkOf } from '#secrets/client-address';
import { callObject } from '#store/object-call';
import { objectNamed } from '#store/object-named';
import type { Charge } from './attempt-log';
import { configOf } from './config';
import type { Env } from './env';

export class PasswordAttempt {
  /** The attempt's id. All retries of a call send it, so that no attempt is charged twice. */
  readonly id = crypto.randomUUID();
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
      addressDigest(this.#address, linkId, pepper),
      addressDigest(this.#address, linkId, pepper, wideNetworkOf),
    ]);
    return callObject(
      () => objectNamed(this.#env, this.#env.CLICKS, linkId),
      async (counter) => await counter.attempt(this.id, network, wideNetwork),
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
      async (counter) => await counter.refund(this.id),
      { repeatable: true },
    );
    await refunded.catch(() => undefined);
  }
}
