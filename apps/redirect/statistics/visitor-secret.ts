/** The secret with which a statistics object hashes the visitors of a day, so that it stores no visitor. */

/** It has 122 random bits, and never leaves the object. `day` is days since 1970. */
type Secret = { readonly day: number; readonly key: string };

export class VisitorSecret {
  readonly #kv: SyncKvStorage;
  #secret: Secret | null;

  constructor(kv: SyncKvStorage) {
    this.#kv = kv;
    this.#secret = kv.get<Secret>('secret') ?? null;
  }

  /** The day of the secret, days since 1970; null without a secret. */
  get day(): number | null {
    return this.#secret?.day ?? null;
  }

  make(day: number): void {
    this.#secret = { day, key: crypto.randomUUID() };
    this.#kv.put('secret', this.#secret);
  }

  /** Deletes the secret. From then on nobody can recognise a visitor whom it has hashed. */
  delete(): void {
    this.#kv.delete('secret');
    this.forget();
  }

  /** Drops the secret from memory. The caller has deleted everything that is stored. */
  forget(): void {
    this.#secret = null;
  }

  /**
   * Hashes the visitors of each list. A hash is the first six bytes of the digest, as a whole number below HASH_RANGE
   * (packages/domain/distinct.ts).
   * @returns null if the secret has changed during the hashing
   */
  async hash(lists: readonly (readonly string[])[]): Promise<readonly Float64Array[] | null> {
    const secret = this.#secret;
    if (secret === null) return null;
    const hashes = await Promise.all(lists.map((visitors) => hashVisitors(visitors, secret.key)));
    return secret === this.#secret ? hashes : null;
  }
}

async function hashVisitors(visitors: readonly string[], secret: string): Promise<Float64Array> {
  const texts = new TextEncoder();
  const digests = visitors.map((one) => crypto.subtle.digest('SHA-256', texts.encode(`${secret} ${one}`)));
  return Float64Array.from(await Promise.all(digests), (digest) => Number(new DataView(digest).getBigUint64(0) >> 16n));
}
