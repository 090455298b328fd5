/** Waiting no longer than it is worth. */

export class TimedOut extends Error {
  constructor(ms: number) {
    super(`No answer within ${ms} ms`);
    this.name = 'TimedOut';
  }
}

/** The promise's value, or TimedOut after `ms` milliseconds. What it waits for goes on unheard. */
export const withinMs = <T>(ms: number, promise: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new TimedOut(ms)), ms);
    void promise.then(resolve, reject).then(() => clearTimeout(timer));
  });
