/** Limits the time of waiting for a promise. */

export class TimedOut extends Error {
  constructor(ms: number) {
    super(`No answer within ${ms} ms`);
    this.name = 'TimedOut';
  }
}

/**
 * The promise's value. Rejects with TimedOut after `ms` milliseconds; the work itself goes on, and its result is
 * ignored.
 */
export const withinMs = <T>(ms: number, promise: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new TimedOut(ms)), ms);
    void promise.then(resolve, reject).then(() => clearTimeout(timer));
  });
