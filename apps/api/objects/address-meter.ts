/** The object of a minute window, and nothing else: of a client network for one purpose, or of what an account does (account-windows.ts). */
import { DurableObject } from 'cloudflare:workers';
import type { WindowStatus } from '#domain/meter';
import { type Window, windowAt, windowEndsAt } from '#domain/window';

/** What whoever asks these objects is bound to. */
export type AddressMeters = { readonly ADDRESSES: DurableObjectNamespace<AddressMeter> };

/** One per hashed address, and per window of an account. The window is forgotten once it is over. */
export class AddressMeter extends DurableObject<object> {
  /** Counts one request, or refuses it. */
  async admit(limit: number): Promise<{ isAdmitted: boolean; reading: WindowStatus }> {
    const { kv } = this.ctx.storage;
    const held = kv.get<Window>('window') ?? null;
    // A clock that steps back stays in the window it opened.
    const window = windowAt(held, Math.max(Date.now(), held?.openedAt ?? 0));
    const isAdmitted = window.count < limit;
    const count = window.count + Number(isAdmitted);
    if (isAdmitted) kv.put('window', { openedAt: window.openedAt, count });
    if (window !== held) await this.ctx.storage.setAlarm(windowEndsAt(window));
    return { isAdmitted, reading: { limit, remaining: limit - count, windowEndsAt: windowEndsAt(window) } };
  }

  /**
   * Gives back a request that was counted.
   * @param endsAt end of the window it was counted in, epoch milliseconds; one that is over has nothing to give back to
   */
  refund(endsAt: number): void {
    const { kv } = this.ctx.storage;
    const held = kv.get<Window>('window');
    if (held === undefined || windowEndsAt(held) !== endsAt) return;
    kv.put('window', { openedAt: held.openedAt, count: Math.max(0, held.count - 1) });
  }

  /** Forgets the window, unless the next one was opened while this call was on its way. */
  override async alarm(): Promise<void> {
    const { kv } = this.ctx.storage;
    const held = kv.get<Window>('window');
    if (held === undefined) return;
    const endsAt = windowEndsAt(held);
    if (Date.now() >= endsAt) kv.delete('window');
    else await this.ctx.storage.setAlarm(endsAt);
  }
}
