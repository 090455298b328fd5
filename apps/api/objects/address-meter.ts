/**
 * The Durable Object that counts requests in one window: of a client network, or of an account (account-windows.ts).
 */
import { DurableObject } from 'cloudflare:workers';
import type { WindowStatus } from '#domain/meter';
import { type Window, windowAt, windowEndsAt } from '#domain/window';
import type { Locality } from '#store/jurisdiction';

/** The bindings by which these objects are called. */
export type AddressMeters = Locality & { readonly ADDRESSES: DurableObjectNamespace<AddressMeter> };

/**
 * One object per hashed network and purpose, and one per window of an account. It deletes its window when the window is
 * over.
 */
export class AddressMeter extends DurableObject<object> {
  /**
   * Counts one request, or refuses it if the window is full. @param limit the number of requests that a window admits
   */
  async admit(limit: number): Promise<{ isAdmitted: boolean; reading: WindowStatus }> {
    const { kv } = this.ctx.storage;
    const stored = kv.get<Window>('window') ?? null;
    // A clock that steps back opens no new window (specification 4.3).
    const window = windowAt(stored, Math.max(Date.now(), stored?.openedAt ?? 0));
    const isAdmitted = window.count < limit;
    const count = window.count + Number(isAdmitted);
    if (isAdmitted) kv.put('window', { openedAt: window.openedAt, count });
    if (window !== stored) await this.ctx.storage.setAlarm(windowEndsAt(window));
    return { isAdmitted, reading: { limit, remaining: limit - count, windowEndsAt: windowEndsAt(window) } };
  }

  /**
   * Refunds a counted request, unless its window is over.
   * @param endsAt the end of the window that counted the request, epoch milliseconds
   */
  refund(endsAt: number): void {
    const { kv } = this.ctx.storage;
    const stored = kv.get<Window>('window');
    if (stored === undefined || windowEndsAt(stored) !== endsAt) return;
    kv.put('window', { openedAt: stored.openedAt, count: Math.max(0, stored.count - 1) });
  }

  /** Deletes the window if it is over. Otherwise the next window has been opened, and the alarm is set to its end. */
  override async alarm(): Promise<void> {
    const { kv } = this.ctx.storage;
    const stored = kv.get<Window>('window');
    if (stored === undefined) return;
    const endsAt = windowEndsAt(stored);
    if (Date.now() >= endsAt) kv.delete('window');
    else await this.ctx.storage.setAlarm(endsAt);
  }
}
