/**
 * One visit: what its response and its click read from the request. Robots and prefetches are recognised, because they
 * must not use up clicks of a limited link (specification 11.4).
 */
import { acceptsByName } from '#domain/accept';

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

const accepts = ({ headers }: Request, type: string): boolean => acceptsByName(headers.get('Accept'), type);

/** Returns true if Accept names text/html (specification 11.7). Every navigation request of a browser names it. */
export const wantsHtml = (request: Request): boolean => accepts(request, 'text/html');

/** Returns true if Accept names application/json and not text/html. Other requests get the password page. */
export const wantsJson = (request: Request): boolean => accepts(request, 'application/json') && !wantsHtml(request);

/**
 * The names of robots: the makers of link previews in chats and social networks, also of those that people host
 * themselves, crawlers of search engines and language models, and monitors. Many are taken over from the list of isbot
 * 5.2 (github.com/omrilotan/isbot, public domain by the Unlicense): those that name one robot or family. Its shapes
 * that fit any client, such as `name/version` or `http`, are left out, because generic clients, such as curl, count as
 * visitors: people may automate what they may do by hand. `bot` ends a word, except in the phones of Cubot.
 */
const ROBOTS = new RegExp(
  [
    '(?<!cu)bots?(?:\\b|_)|slack-imgproxy|facebookexternalhit|facebookcatalog|facebookplatform|meta-external|meta-webindexer',
    'whatsapp/|^viber/|rocket\\.chat/|misskey/|pleroma|akkoma|lemmy/|mastodon/|friendica|hubzilla|gotosocial|synapse|zulipurlpreview',
    'discourse (?:forum )?onebox|skypeuripreview|microsoftpreview|line-poker|vkshare|bluesky|signal-desktop|snap url preview|embedly',
    'iframely|kakaotalk-scrap|steamchaturllookup|quora link preview|flipboardproxy|xing-contenttabreceiver|nuzzel|thumbor/',
    'google-[a-z]|googleother|mediapartners-google|apis-google|feedfetcher-google|googleimageproxy|google favicon|google web preview',
    'bingpreview|slurp|yahoo(?:!| link preview|cachesystem|mailproxy)|ask jeeves|teoma|baiduspider|360spider|bytespider|sogou[ -][\\w ]*spider',
    'sosospider|easouspider|yisouspider|linespider|daum[ /]|deusu/|yeti/|qwantify|kagi-fetcher|gigablast|exalead|ia_archiver|heritrix',
    'nutch|bubing|barkrowler|icc-crawler|nlcrawler|webbcrawler|ucrawler|magpie-crawler|ias[_-]crawler|grapeshot|proximic|admantx',
    'chatgpt-user|claude-(?:user|web)|claude-code/|anthropic-ai|cohere-ai|perplexity-user|mistralai-user|manus-user/|spinn3r|trendiction',
    'semrush|siteauditor|ahrefssiteaudit|sistrix|screaming frog|serpstat|linkdex|woorank|siteimprove|silktide|brandverity|netcraft',
    'ltx71|censysinspect|expanse, a palo|l9tcpid|masscan|openvas|site24x7|statuscake|pingdom|gtmetrix|chrome-lighthouse|ptst/',
    'hetrixtools|updown\\.io|catchpoint|ruxitsynthetic|datadogsynthetics|blackbox exporter|check_http|w3c[_-](?:validator|checklink|css|unicorn)',
    'feedly|feedbin|feedburner|inoreader|newsblur|theoldreader|bazqux|netvibes|superfeedr|simplepie|tiny tiny rss|freshrss|miniflux',
  ].join('|'),
  'i',
);

/** Returns true for the user agent of a named robot. */
export const isRobotAgent = (userAgent: string): boolean => ROBOTS.test(userAgent);

/** Returns true for the headers of a robot that names itself. */
export const isRobot = (headers: Headers): boolean => isRobotAgent(readHeader(headers, 'User-Agent'));

/**
 * Returns true for a prefetch: a browser's request before a click that may never come (wicg.github.io/nav-speculation).
 * Old versions of Firefox mark it with X-Moz.
 */
export const isPrefetch = (headers: Headers): boolean =>
  ['Sec-Purpose', 'Purpose', 'X-Moz'].some((name) => headers.get(name)?.toLowerCase().includes('prefetch') ?? false);

/**
 * The longest text that is kept, because thousands wait a second in the small memory of an isolate. Genuine texts are
 * shorter, but the platform accepts 128 kB of headers.
 */
const MAX_LENGTH = 500;

/** Returns the first 500 characters of a text. The rest does not stay in memory. */
export const truncate = (text: string): string => (text.length <= MAX_LENGTH ? text : copy(text.slice(0, MAX_LENGTH)));

/** Returns the truncated value of a request header; '' if the request has none. */
export const readHeader = (headers: Headers, name: string): string => truncate(headers.get(name) ?? '');

/** Copies a slice of a string by encoding and decoding it. A slice alone would keep the whole string in memory. */
const copy = (part: string): string => new TextDecoder().decode(new TextEncoder().encode(part));
