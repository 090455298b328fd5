/** The object of one minute window: of a client network for one purpose, or of an account (account-windows.ts). */
import { DurableObject } from 'cloudflare:workers';
import type { WindowStatus } from '#domain/meter';
import { type Window, windowAt, windowEndsAt } from '#domain/window';
import type { Locality } from '#store/jurisdiction';

/** The bindings by which these objects are called. */
export type AddressMeters = Locality & { readonly ADDRESSES: DurableObjectNamespace<AddressMeter> };

/**
 * A Durable Object per hashed network and purpose, and per window of an account. It deletes its window once that is
 * over.
 */
export class AddressMeter extends DurableObject<object> {
  /** Counts one request, or refuses it if the window is full. @param limit requests in the window */
  async admit(limit: number): Promise<{ isAdmitted: boolean; reading: WindowStatus }> {
    const { kv } = this.ctx.storage;
    const held = kv.get<Window>('window') ?? null;
    // A clock that steps back opens no new window (specification 4.3).
    const window = windowAt(held, Math.max(Date.now(), held?.openedAt ?? 0));
    const isAdmitted = window.count < limit;
    const count = window.count + Number(isAdmitted);
    if (isAdmitted) kv.put('window', { openedAt: window.openedAt, count });
    if (window !== held) await this.ctx.storage.setAlarm(windowEndsAt(window));
    return { isAdmitted, reading: { limit, remaining: limit - count, windowEndsAt: windowEndsAt(window) } };
  }

  /**
   * Refunds a request that was counted. A window that is over gets no refund.
   * @param endsAt end of the window that counted the request, epoch milliseconds
   */
  refund(endsAt: number): void {
    const { kv } = this.ctx.storage;
    const held = kv.get<Window>('window');
    if (held === undefined || windowEndsAt(held) !== endsAt) return;
    kv.put('window', { openedAt: held.openedAt, count: Math.max(0, held.count - 1) });
  }

  /** Deletes the window if it is over, else sets the alarm again: the next window may have been opened meanwhile. */
  override async alarm(): Promise<void> {
    const { kv } = this.ctx.storage;
    const held = kv.get<Window>('window');
    if (held === undefined) return;
    const endsAt = windowEndsAt(held);
    if (Date.now() >= endsAt) kv.delete('window');
    else await this.ctx.storage.setAlarm(endsAt);
  }
}
