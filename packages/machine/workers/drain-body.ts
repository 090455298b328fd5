/**
 * Reads what nobody has read of a request's body. workerd itself reads 64 KiB of it after a response, and then closes
 * the connection: a client that has sent its request loses the response, or its next request (RFC 9112, section 9.6).
 */

/** A client that still sends after so long sees its connection closed, and uses it for no other request. */
const MAX_MS = 5_000;

/** Reads the rest of a body, for at most five seconds. */
export async function drainBody({ body }: Request): Promise<void> {
  if (body === null || body.locked) return;
  const reader = body.getReader();
  const late = setTimeout(() => reader.cancel(), MAX_MS);
  try {
    while (!(await reader.read()).done);
  } catch {
    // The client has gone, or the body is not framed as HTTP has it.
  } finally {
    clearTimeout(late);
  }
}
