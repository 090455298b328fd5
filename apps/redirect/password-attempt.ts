/** One attempt at a password: charged before anything is read, and given back when it was right or not checked. */
import { addressDigest, wideNetworkOf } from '#secrets/client-address';
import { callObject } from '#store/object-call';
import type { Charge } from './attempt-log';
import { configOf } from './config';
import type { Env } from './env';

export class PasswordAttempt {
  /** One for all tries of a call: a lost answer charges nobody twice. */
  readonly id = crypto.randomUUID();
  readonly #address: string;
  readonly #env: Env;

  constructor(request: Request, env: Env) {
    this.#address = request.headers.get('CF-Connecting-IP') ?? '';
    this.#env = env;
  }

  /** Charges it to a link. @throws ObjectUnreachable */
  async charge(linkId: string): Promise<Charge> {
    const { current: pepper } = configOf(this.#env).peppers;
    const [network, wideNetwork] = await Promise.all([
      addressDigest(this.#address, linkId, pepper),
      addressDigest(this.#address, linkId, pepper, wideNetworkOf),
    ]);
    return callObject(
      () => this.#env.CLICKS.getByName(linkId),
      async (counter) => await counter.guess(this.id, network, wideNetwork),
      { repeatable: true },
    );
  }

  /** Gives it back to a link where it was not checked. A counter that is away deletes it in time. */
  async giveBack(linkId: string): Promise<void> {
    const given = callObject(
      () => this.#env.CLICKS.getByName(linkId),
      async (counter) => await counter.refundGuess(this.id),
      { repeatable: true },
    );
    await given.catch(() => undefined);
  }
}
