/** One visit: what its response and its click read from the request. */

/** A URL whose path consists of letters, digits, hyphens and underscores. Parsing it would not change its path. */
const PLAIN = /^https?:\/\/([\w.:[\]-]+)(\/[\w-]*)$/;

/** What the visitor's pages show: the configured host of short links, and the variable CONTACT, unparsed. */
type Shown = { readonly host?: string | undefined; readonly contact?: string | undefined };

export class Visit {
  readonly request: Request;
  readonly method: string;
  /** The headers of the request, read once: each `request.headers` is a call into the runtime. */
  readonly headers: Headers;
  /** The time at which the request arrived, epoch milliseconds. */
  readonly now: number;
  readonly host: string | undefined;
  readonly contact: string | undefined;
  readonly pathname: string;
  /** The query of the URL, including the question mark; '' if it has none. */
  readonly query: string;
  /** The host in the URL, with its port. */
  readonly authority: string;
  #url: URL | undefined;

  constructor(request: Request, now: number, { host, contact }: Shown = {}) {
    this.request = request;
    this.method = request.method;
    this.headers = request.headers;
    this.now = now;
    this.host = host;
    this.contact = contact;
    const plain = PLAIN.exec(request.url);
    this.authority = plain?.[1] ?? this.url.host;
    this.pathname = plain?.[2] ?? this.url.pathname;
    this.query = plain === null ? this.url.search : '';
  }

  /** The parsed URL. It is parsed at its first use, because most visits do without. */
  get url(): URL {
    this.#url ??= new URL(this.request.url);
    return this.#url;
  }
}
