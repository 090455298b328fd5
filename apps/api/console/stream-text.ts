/** A response that is written while it is read, for exports of any size. */
import { logFault } from '#store/faults';

/**
 * Makes a stream of texts. If one cannot be made, the stream breaks off, so that the browser reports a failed download.
 * @param known what the log says of a fault
 */
export function streamText(chunks: AsyncGenerator<string>, known: Record<string, string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      try {
        const { value, done } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      } catch (error) {
        logFault(error, known);
        controller.error(new Error('The export broke off'));
      }
    },
    async cancel() {
      await chunks.return(undefined);
    },
  });
}
