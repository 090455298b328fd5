/** One visit: what its response and its click read from the request. */

/** What the visitor's pages show: the configured host of short links, and the variable CONTACT, unparsed. */
type Shown = { readonly host?: string | undefined; readonly contact?: string | undefined };

export class Visit {
  readonly request: Request;
  readonly method: string;
  readonly headers: Headers;
  /** The time at which the request arrived, epoch milliseconds. */
  readonly now: number;
  readonly host: string | undefined;
  readonly contact: string | undefined;
  readonly url: URL;
  readonly pathname: string;

  constructor(request: Request, now: number, { host, contact }: Shown = {}) {
    this.request = request;
    this.method = request.method;
    this.headers = request.headers;
    this.now = now;
    this.host = host;
    this.contact = contact;
    this.url = new URL(request.url);
    this.pathname = this.url.pathname;
  }
}
