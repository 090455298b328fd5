/** What a person can mend: its message is the one line they get to see. */
export class Failure extends Error {}

/** The one line that says why it ended. */
export function lineOf(error: unknown): string {
  const { message, code, path, syscall } = error as NodeJS.ErrnoException;
  const [line = ''] = message.split('\n');
  if (error instanceof Failure) return line;
  if (path !== undefined && syscall !== undefined)
    return `${path} cannot be read or written (${code}): mend that, or name another state folder by STATE_DIR.`;
  return `It failed in a way that nobody foresaw: ${line}`;
}
