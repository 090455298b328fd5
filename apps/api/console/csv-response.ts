/** A CSV that the browser downloads. */
import type { ConsoleContext } from './context';

/** @param name that of the file, without its ending */
export const respondCsv = (c: ConsoleContext, body: string | ReadableStream, name: string): Response =>
  c.body(body, 200, {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="swiftlet-${name}.csv"`,
  });
