import { Failure } from '#machine/failure';

/** A command of wrangler failed, or did not end in time. It may have changed the account nevertheless. */
export class WranglerFailure extends Failure {
  readonly code: number | undefined;
  /** The HTTP status of the API, if wrangler reports it. */
  readonly status: number | undefined;

  constructor(command: string, code: number | undefined, text: string, status?: number) {
    super(`wrangler ${command}: ${text}`);
    this.code = code;
    this.status = status;
  }
}
