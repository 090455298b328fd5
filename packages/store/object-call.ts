/** Calls to Durable Objects. Source: developers.cloudflare.com/durable-objects/best-practices/error-handling/ */

/** The object did not answer: overloaded, unreachable, or failing itself. */
export class ObjectUnreachable extends Error {
  constructor(cause: unknown) {
    super('A Durable Object did not answer', { cause });
    this.name = 'ObjectUnreachable';
  }
}

const ATTEMPTS = 2;

/**
 * Calls an object, once more where the platform says that another try may help, or after any fault where the call may
 * be `repeatable`. Every try takes a new stub, because an exception may leave the old one broken. An overloaded object
 * is never asked again.
 * @throws ObjectUnreachable
 */
export async function callObject<Stub, Result>(
  stub: () => Stub,
  call: (stub: Stub) => Promise<Result>,
  { repeatable = false } = {},
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await call(stub());
    } catch (error) {
      const { retryable = false, overloaded = false } = error as { retryable?: boolean; overloaded?: boolean };
      if (attempt === ATTEMPTS || overloaded || !(retryable || repeatable)) throw new ObjectUnreachable(error);
    }
  }
}
