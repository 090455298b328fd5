/** The copy of a key's record that its Durable Object stores, and its reads from D1. */
import type { LookupPermission } from '#domain/admission';
import type { AddressMeters } from './address-meter';
import { chargedLookup } from './charged-lookup';
import type { NetworkMeter, RefusedNetwork } from './network-meter';
import { readStoredKey } from './read-stored-key';
import type { StoredKey } from './stored-key';

/** The age at which the object compares its copy of the record with D1, after the response. */
const REFRESH_AFTER_MS = 60_000;

/**
 * How long the object does not read D1 again for a key that D1 lacks. A client is charged once a minute for such a key.
 */
const UNKNOWN_LASTS_MS = 60_000;

type Bindings = AddressMeters & { readonly DB: D1Database };

/** The value `record` of a KeyMeter. The highest version wins. */
export class KeyCopy {
  readonly #ctx: DurableObjectState;
  readonly #bindings: () => Bindings;
  /** Called with the record whenever it changes; null if D1 lacks the key. */
  readonly #onChange: (record: StoredKey | null) => void;
  #record: StoredKey | null;
  #checkedAt = Number.NEGATIVE_INFINITY;
  #unknownAt = Number.NEGATIVE_INFINITY;

  constructor(ctx: DurableObjectState, bindings: () => Bindings, onChange: (record: StoredKey | null) => void) {
    this.#ctx = ctx;
    this.#bindings = bindings;
    this.#onChange = onChange;
    this.#record = ctx.storage.kv.get<StoredKey>('record') ?? null;
  }

  /** Null until the record is loaded, and for a key that D1 lacks. */
  get record(): StoredKey | null {
    return this.#record;
  }

  /** Stores a record that was changed in D1. A record whose version is not higher than the stored one is ignored. */
  adopt(record: StoredKey): void {
    if (this.#record !== null && record.version <= this.#record.version) return;
    this.#ctx.storage.kv.put('record', record);
    this.#record = record;
    this.#onChange(record);
  }

  /**
   * Loads the record for the first time, while all other calls wait. The method throws a failure outside of the block,
   * because an error inside would reset the object.
   * @returns until when the network's lookups are refused; null if this lookup was not refused
   */
  async load(keyId: string, permission: Exclude<LookupPermission, 'none'>): Promise<RefusedNetwork | null> {
    const loaded = await this.#ctx.blockConcurrencyWhile(async () => {
      if (this.#record !== null) return { refused: null };
      try {
        if (permission !== 'free') return { refused: await this.#loadCharged(keyId, permission) };
        await this.#refresh(keyId);
        return { refused: null };
      } catch (error) {
        return { error };
      }
    });
    if ('error' in loaded) throw loaded.error;
    return loaded.refused;
  }

  /** Refreshes an old copy after the response. After a failure the copy stays valid, and the next call tries again. */
  refreshWhenOld(keyId: string, now: number): void {
    if (now - this.#checkedAt < REFRESH_AFTER_MS) return;
    this.#checkedAt = now;
    this.#ctx.waitUntil(
      this.#refresh(keyId).catch(() => {
        this.#checkedAt = Number.NEGATIVE_INFINITY;
      }),
    );
  }

  /**
   * Loads the record and charges the network, unless D1 lacked it within the last minute. @returns what `load` returns
   */
  async #loadCharged(keyId: string, charged: NetworkMeter): Promise<RefusedNetwork | null> {
    const sinceUnknown = Date.now() - this.#unknownAt;
    if (sinceUnknown >= 0 && sinceUnknown < UNKNOWN_LASTS_MS) return null;
    const lookup = await chargedLookup(this.#bindings(), charged, async () => {
      await this.#refresh(keyId);
      return this.#record;
    });
    if ('refusedUntil' in lookup) return lookup;
    if (lookup.found === null) this.#unknownAt = Date.now();
    return null;
  }

  /** Reads the record from D1 and stores it. */
  async #refresh(keyId: string): Promise<void> {
    const record = await readStoredKey(this.#bindings().DB, keyId);
    if (record === null) return this.#delete();
    this.#checkedAt = Date.now();
    this.adopt(record);
  }

  /**
   * Deletes the record of a key that D1 lacks. Such a key was created after the moment to which D1 was restored, and
   * nobody could revoke it.
   */
  #delete(): void {
    if (this.#record === null) return;
    this.#ctx.storage.kv.delete('record');
    this.#record = null;
    this.#onChange(null);
  }
}
