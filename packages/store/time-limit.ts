/** Limits the time of waiting for a promise. */

export class TimedOut extends Error {
  constructor(ms: number) {
    super(`No answer within ${ms} ms`);
    this.name = 'TimedOut';
  }
}

/**
 * Resolves with the promise's value, or rejects with TimedOut after `ms` milliseconds. The work itself then goes on,
 * and its result is ignored.
 */
export const withinMs = <T>(ms: number, promise: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new TimedOut(ms)), ms);
    void promise.then(resolve, reject).then(() => clearTimeout(timer));
  });
