/** One attempt at a password: charged before D1 is read, and given back where it was right or not checked. */
import { addressDigest, wideNetworkOf } from '#secrets/client-address';
import { callObject } from '#store/object-call';
import { objectNamed } from '#store/object-named';
import type { Charge } from './attempt-log';
import { configOf } from './config';
import type { Env } from './env';

export class PasswordAttempt {
  /** The same for all tries of a call, so that a lost reply does not charge the attempt twice. */
  readonly id = crypto.randomUUID();
  readonly #address: string;
  readonly #env: Env;

  constructor(request: Request, env: Env) {
    this.#address = request.headers.get('CF-Connecting-IP') ?? '';
    this.#env = env;
  }

  /** Charges the attempt at a link. @throws ObjectUnreachable */
  async charge(linkId: string): Promise<Charge> {
    const { current: pepper } = configOf(this.#env).peppers;
    const [network, wideNetwork] = await Promise.all([
      addressDigest(this.#address, linkId, pepper),
      addressDigest(this.#address, linkId, pepper, wideNetworkOf),
    ]);
    return callObject(
      () => objectNamed(this.#env, this.#env.CLICKS, linkId),
      async (counter) => await counter.guess(this.id, network, wideNetwork),
      { repeatable: true },
    );
  }

  /**
   * Gives the attempt back at a link that did not check it. A failure is ignored: the counter deletes the attempt after
   * about an hour.
   */
  async giveBack(linkId: string): Promise<void> {
    const given = callObject(
      () => objectNamed(this.#env, this.#env.CLICKS, linkId),
      async (counter) => await counter.refundGuess(this.id),
      { repeatable: true },
    );
    await given.catch(() => undefined);
  }
}
