import { Failure } from '../failure';

/** wrangler refused, or did not answer: whether it has done what it was asked nobody knows. */
export class WranglerFailure extends Failure {
  readonly code: number | undefined;
  /** Of the API's answer, where wrangler tells it. */
  readonly status: number | undefined;

  constructor(asked: string, code: number | undefined, text: string, status?: number) {
    super(`wrangler ${asked}: ${text}`);
    this.code = code;
    this.status = status;
  }
}
