/**
 * Reads a body of at most `max` bytes; null for a longer one. The rest of that stays readable and is not cancelled,
 * because cancelling closes the connection before the client has the response.
 */
export async function readAtMost(body: ReadableStream<Uint8Array> | null, max: number): Promise<Uint8Array | null> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  const reader = body?.getReader();
  try {
    for (let piece = await reader?.read(); piece?.value !== undefined; piece = await reader?.read()) {
      size += piece.value.byteLength;
      if (size > max) return null;
      pieces.push(piece.value);
    }
  } finally {
    reader?.releaseLock();
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}
