/**
 * A crowd of visitors: people with several browsers, some with DNT or Sec-GPC, and robots. They visit some links more
 * often than others.
 */

import type { Random } from '../random';
import type { HttpClient, HttpResponse } from './http-client';
import type { Ledger, Visitor } from './ledger';

export type LoadedLink = {
  readonly code: string;
  /** Null for a link without a password. */
  readonly password: string | null;
  /** The ledgers of its visits: its own and that of its account. */
  readonly ledgers: readonly [own: Ledger, ofAccount: Ledger];
};

type Visit = {
  readonly visitor: Visitor;
  readonly address: string;
  readonly isRobot: boolean;
  readonly isScan: boolean;
  readonly privacy: Readonly<Record<string, string>>;
};

const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)';
const CHROMIUM = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0';

/** User agents of people, each with the browser that statistics report for it. */
const PEOPLE = [
  [`${WINDOWS} ${CHROMIUM} Safari/537.36`, 'Chrome'],
  [`Mozilla/5.0 (X11; Linux x86_64) ${CHROMIUM} Safari/537.36`, 'Chrome'],
  [`${WINDOWS} ${CHROMIUM} Safari/537.36 Edg/142.0.0.0`, 'Edge'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
    'Mobile Safari',
  ],
  ['curl/8.14.1', 'Unknown'],
] as const;
const ROBOTS = [
  ['Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)', ''],
  ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', ''],
] as const;
const PRIVACY = [{}, {}, {}, {}, {}, {}, { DNT: '1' }, { 'Sec-GPC': '1' }];

const NETWORKS = 300;
const REDIRECT = 302;
/** The status of the response to a robot's visit of a limited or protected link. */
const STUB = 200;

export class Crowd {
  readonly #links: readonly LoadedLink[];
  readonly #short: HttpClient;
  readonly #random: Random;
  #clicks = 0;
  /** The number of responses by status. */
  readonly statuses = new Map<number, number>();

  constructor(links: readonly LoadedLink[], short: HttpClient, random: Random) {
    this.#links = links;
    this.#short = short;
    this.#random = random;
  }

  /** Visits links, `atOnce` at a time, until `clicks` visits of people have been redirected. */
  async click(clicks: number, atOnce: number): Promise<void> {
    const one = async () => {
      while (this.#clicks < clicks) {
        const link = this.#someLink();
        const visit = this.#someVisit();
        this.#record(link, visit, await this.#send(link, visit));
      }
    };
    await Promise.all(Array.from({ length: atOnce }, one));
  }

  /** A random link. Squaring the random number gives a tenth of the links a third of the visits. */
  #someLink(): LoadedLink {
    return this.#links[Math.floor(this.#random.next() ** 2 * this.#links.length)] as LoadedLink;
  }

  #someVisit(): Visit {
    const random = this.#random;
    const isRobot = random.below(30) === 0;
    const [userAgent, browser] = random.oneOf<readonly [string, string]>(isRobot ? ROBOTS : PEOPLE);
    const number = random.below(NETWORKS);
    const isOld = number % 2 === 0;
    const network = isOld ? `198.51.${number >> 8}.${number & 255}` : `2001:db8:0:${number.toString(16)}`;
    return {
      visitor: { network, userAgent, browser },
      // An IPv6 client has many addresses in its network.
      address: isOld ? network : `${network}::${(1 + random.below(1_000)).toString(16)}`,
      isRobot,
      isScan: random.below(10) === 0,
      privacy: random.oneOf(PRIVACY),
    };
  }

  #send({ code, password }: LoadedLink, { visitor, address, isScan, privacy }: Visit): Promise<HttpResponse> {
    return this.#short.send(`/${code}${isScan ? '?qr=1' : ''}`, {
      headers: {
        'User-Agent': visitor.userAgent,
        'CF-Connecting-IP': address,
        ...privacy,
        ...(password !== null && { 'X-Link-Password': password }),
      },
    });
  }

  #record({ ledgers }: LoadedLink, { visitor, isRobot, isScan, privacy }: Visit, { status }: HttpResponse): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    const isPrivate = Object.keys(privacy).length > 0;
    if (isRobot) {
      if (status === REDIRECT || status === STUB) for (const ledger of ledgers) ledger.robot();
    } else if (status === REDIRECT) {
      this.#clicks += 1;
      for (const ledger of ledgers) ledger.click(isPrivate ? null : visitor, isScan);
    }
  }
}
