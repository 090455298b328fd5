/**
 * When the state of a limited link may be deleted: once its end is final, and no location can have an edge entry of it
 * any more. A link that ended by time or clicks keeps its count and its limits, because an edit revives it
 * (specification 8.5), until it is deleted or its code is taken again.
 */
import type { Limits } from '#domain/click-limits';
import type { LinkStore } from '#store/link-row';

/** How long after the last put of its code an ended link may still be read somewhere, far more than it is. */
const READABLE_MS = 86_400_000;

/** `since`: when the object first knew that the link is over. `checkAt`: when it checks whether that is final. */
type Ended = { readonly since: number; readonly checkAt: number };

const FIND = 'SELECT id, gone, dirty, put_at FROM links WHERE code = ?1';
type Row = { readonly id: string; readonly gone: string | null; readonly dirty: number; readonly put_at: number };

export class FinalEnd {
  readonly #kv: SyncKvStorage;

  constructor(kv: SyncKvStorage) {
    this.#kv = kv;
  }

  /** Records whether the link is over. @returns when to check; null while the link is not over */
  note(isOver: boolean, now: number): number | null {
    const ended = this.#kv.get<Ended>('ended');
    if (!isOver) {
      if (ended !== undefined) this.#kv.delete('ended');
      return null;
    }
    if (ended !== undefined) return ended.checkAt;
    return this.#checkAgain({ since: now, checkAt: now + READABLE_MS });
  }

  /**
   * Checks whether the end is final: D1 has a tombstone, or another link under the code, and KV has had its entry for a
   * day. The pauses between two checks double.
   * @throws what D1 throws
   */
  async isFinal({ DB }: Pick<LinkStore, 'DB'>, { code, linkId }: Limits, now: number): Promise<boolean> {
    const ended = this.#kv.get<Ended>('ended');
    if (ended === undefined || now < ended.checkAt) return false;
    const row = await DB.prepare(FIND).bind(code).first<Row>();
    // A row that D1 lacks proves nothing: D1 may have been restored to a time before the link.
    const isOver = row !== null && (row.id !== linkId || row.gone === 'DELETED');
    const readableUntil = (row?.put_at ?? 0) + READABLE_MS;
    if (isOver && row.dirty === 0 && readableUntil <= now) return true;
    const pauseMs = isOver ? Math.max(readableUntil - now, READABLE_MS / 24) : Math.max(READABLE_MS, now - ended.since);
    this.#checkAgain({ since: ended.since, checkAt: now + pauseMs });
    return false;
  }

  #checkAgain(ended: Ended): number {
    this.#kv.put('ended', ended);
    return ended.checkAt;
  }
}
