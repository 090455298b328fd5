/**
 * What the context of a request holds on a machine, beside what the platform puts into it (packages/machine). On
 * Cloudflare it holds nothing of this.
 */

/** What only the worker knows of a request, for the line of LOG_REQUESTS. The route is a template. */
export type RequestNote = { route?: string; requestId?: string };

/** What only the machine knows of itself, for GET /admin/metrics. */
export type MachineFigures = {
  /** The resident memory of each process, by its name. */
  readonly memoryBytes: Readonly<Record<string, number>>;
  /** What the files of STATE_DIR take on the disk. */
  readonly stateBytes: number;
};

type MachineContext = { readonly note?: RequestNote; readonly figures?: MachineFigures };

/** Notes what the log of requests says of a request. Without such a log it does nothing. @param ctx its context */
export function noteRequest(ctx: object, note: RequestNote): void {
  Object.assign((ctx as MachineContext).note ?? {}, note);
}

/** The figures of the machine; undefined on Cloudflare. @param ctx the context of a request */
export const readFigures = (ctx: object): MachineFigures | undefined => (ctx as MachineContext).figures;

/**
 * Whether a request came over plain http: its URL begins with `http:`, and no trusted X-Forwarded-Proto says https.
 * @param url the URL of the request, as the worker gets it
 * @param forwardedProto the value of X-Forwarded-Proto, in which every proxy must have written https; null where the
 * header is missing or not trusted
 */
export const isPlainHttp = (url: string, forwardedProto: string | null): boolean =>
  url.startsWith('http:') && !/^https(\s*,\s*https)*$/i.test(forwardedProto ?? '');
