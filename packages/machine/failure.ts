/** An error that a person can correct. The person sees only its message, one line. */
export class Failure extends Error {}

/** Returns the one line that says why the command failed. */
export function formatError(error: unknown): string {
  const { message, code, path, syscall } = error as NodeJS.ErrnoException;
  const [line = ''] = message.split('\n');
  if (error instanceof Failure) return line;
  if (path !== undefined && syscall !== undefined)
    return `${path} cannot be read or written (${code}): mend that, or name another state folder by STATE_DIR.`;
  return `Unexpected error: ${line}`;
}
