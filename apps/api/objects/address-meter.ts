/**
 * The Durable Object that counts requests in one window: of a wide network and its networks, or of an account
 * (account-windows.ts).
 */
import { DurableObject } from 'cloudflare:workers';
import { type Window, type WindowStatus, windowAt, windowEndsAt } from '#domain/meter';

/** A network of the object's wide network, and the number of its requests that a window admits. */
type NetworkLimit = { readonly network: string; readonly limit: number };

/** What is counted: a number of requests, and the part of the window that they belong to. */
type Counted = { readonly amount?: number; readonly part?: NetworkLimit };

/** `isWide`: the whole window is full, not only the part of the network. */
type Admitted = { readonly isAdmitted: boolean; readonly isWide?: boolean; readonly reading: WindowStatus };

/** `networks`: the requests of each network. The window admits few, so they are few too. */
type NetworksWindow = Window & { readonly networks?: Readonly<Record<string, number>> };

/**
 * One object per hashed wide network and purpose, and one per window of an account. It deletes everything when its
 * window is over.
 */
export class AddressMeter extends DurableObject<object> {
  /**
   * Counts one request, or several as a whole. Refuses if the window or the part of its network has no room.
   * @param limit the number that a window admits
   * @param counted what is counted: one unless `amount` says more, also within the network if one is named
   * @returns with a network the reading of the network
   */
  async admit(limit: number, { amount = 1, part }: Counted = {}): Promise<Admitted> {
    const { kv } = this.ctx.storage;
    const stored = kv.get<NetworksWindow>('window') ?? null;
    // A clock that steps back opens no new window (specification 4.3).
    const window: NetworksWindow = windowAt(stored, Math.max(Date.now(), stored?.openedAt ?? 0));
    const ofNetwork = part === undefined ? 0 : (window.networks?.[part.network] ?? 0);
    const isWide = window.count + amount > limit;
    const isAdmitted = !isWide && (part === undefined || ofNetwork + amount <= part.limit);
    const counted = isAdmitted ? changedBy(amount, window, part?.network) : window;
    if (isAdmitted) kv.put('window', counted);
    if (window !== stored) await this.ctx.storage.setAlarm(windowEndsAt(window));
    const left = limit - counted.count;
    const leftOfNetwork = part === undefined ? left : part.limit - ofNetwork - (isAdmitted ? amount : 0);
    const remaining = Math.min(left, leftOfNetwork);
    return {
      isAdmitted,
      isWide,
      reading: { limit: part?.limit ?? limit, remaining, windowEndsAt: windowEndsAt(window) },
    };
  }

  /**
   * Refunds a counted request, unless its window is over.
   * @param endsAt the end of the window that counted the request, epoch milliseconds
   */
  refund(endsAt: number, network?: string): void {
    const { kv } = this.ctx.storage;
    const stored = kv.get<NetworksWindow>('window');
    if (stored === undefined || windowEndsAt(stored) !== endsAt) return;
    kv.put('window', changedBy(-1, stored, network));
  }

  /** Deletes everything if the window is over. If another window is open by now, sets the alarm to its end. */
  override async alarm(): Promise<void> {
    const { storage } = this.ctx;
    const stored = storage.kv.get<NetworksWindow>('window');
    const endsAt = stored === undefined ? 0 : windowEndsAt(stored);
    if (Date.now() >= endsAt) await storage.deleteAll();
    else await storage.setAlarm(endsAt);
  }
}

/** The window with more or fewer requests. */
function changedBy(change: number, window: NetworksWindow, network?: string): NetworksWindow {
  const { openedAt, networks } = window;
  const count = Math.max(0, window.count + change);
  if (network === undefined) return { ...window, count };
  const ofNetwork = Math.max(0, (networks?.[network] ?? 0) + change);
  return { openedAt, count, networks: { ...networks, [network]: ofNetwork } };
}
