/** Files that the browser downloads. An export of any size is written while it is read. */
import { countInWindow } from '#api/accounts/account-windows';
import { logFault } from '#store/faults';
import { type ConsoleContext, createHandlers } from './context';
import { showTooMany } from './refused';

const TYPES = { csv: 'text/csv; charset=utf-8', json: 'application/json; charset=utf-8' };

/** The handlers of an export, whose request counts as its first page. */
export const handleExport = (respond: (c: ConsoleContext) => Response) =>
  createHandlers(async (c) => {
    const { isAdmitted, reading } = await countInWindow(c.env, 'export', c.get('account').id);
    return isAdmitted ? respond(c) : showTooMany(c, reading.windowEndsAt);
  });

/** @param name that of the file, without the name of the service and without its ending */
export const respondFile = (
  c: ConsoleContext,
  body: string | ReadableStream,
  name: string,
  ending: keyof typeof TYPES,
): Response =>
  c.body(body, 200, {
    'Content-Type': TYPES[ending],
    'Content-Disposition': `attachment; filename="swiftlet-${name}.${ending}"`,
  });

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
