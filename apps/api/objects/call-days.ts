/** The ended days of a key's calls, which its object stores as one value, written once a day at most. */
import { dayOf } from '#domain/daily-counts';
import { type DayOfCalls, keptDays } from '#domain/key-calls';

export class CallDays {
  readonly #kv: SyncKvStorage;
  #ended: readonly DayOfCalls[];

  constructor(kv: SyncKvStorage) {
    this.#kv = kv;
    this.#ended = kv.get<readonly DayOfCalls[]>('callDays') ?? [];
  }

  /** Stores a day that has ended. */
  end(day: DayOfCalls, now: number): void {
    this.#ended = keptDays([...this.#ended, day], dayOf(now));
    this.#kv.put('callDays', this.#ended);
  }

  /** The days with calls of the last thirty days, oldest first. */
  daysAt(now: number, today: DayOfCalls | null): DayOfCalls[] {
    return keptDays(today === null ? [...this.#ended] : [...this.#ended, today], dayOf(now));
  }

  erase(): void {
    if (this.#ended.length > 0) this.#kv.delete('callDays');
    this.#ended = [];
  }
}
