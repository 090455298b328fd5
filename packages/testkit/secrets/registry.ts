/** What the tests of a file have made or sent that may stand nowhere, or only where may-stand.ts says so. */
import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import { networkOf, wideNetworkOf } from '#secrets/client-address';

/** token: of a session, a sign-in link or a challenge; operator: the operator's token, a pepper, a key of the threat service. */
export type Kind = 'key' | 'password' | 'address' | 'destination' | 'token' | 'operator';

/** Trying finds these, also behind a hash without a pepper: such a hash is a finding too. The other kinds are random. */
const GUESSABLE: ReadonlySet<Kind> = new Set(['password', 'address', 'destination']);

/** A shorter password is a word that stands in many places: it is a finding only as a whole value. */
const MIN_PHRASE = 8;
/** The bounds of a password (specification 5.2): what is refused for its length protects nothing. */
const isPassword = ({ length }: string): boolean => length >= 4 && length <= 100;

/** An address in its one spelling; null for a text that is none. A mapped IPv4 address is the address it maps. */
export const addressOf = (text: string): string | null => {
  if (!ipaddr.isValid(text) || (!text.includes(':') && text.split('.').length < 4)) return null;
  return ipaddr.process(text).toString();
};

export class Registry {
  readonly #kinds = new Map<string, Kind>();

  /** Registers a secret. What somebody could read it from is made out later: tests race each other by thousands of visits. */
  note(kind: Kind, text: string): void {
    if (text === '' || (kind === 'password' && !isPassword(text))) return;
    this.#kinds.set(text, kind);
  }

  get isEmpty(): boolean {
    return this.#kinds.size === 0;
  }

  /** What gives away the secrets that are registered now. */
  traces(): Traces {
    const traces = new Traces();
    for (const [text, kind] of this.#kinds) traces.add(kind, text);
    return traces;
  }

  clear(): void {
    this.#kinds.clear();
  }
}

/** The texts that give secrets away. */
export class Traces {
  /** Kinds by what is looked for as a whole value, or a whole word of one. */
  readonly #words = new Map<string, Kind>();
  readonly #addresses = new Set<string>();
  /** By kind, what is looked for anywhere. */
  readonly phrases = new Map<Kind, Set<string>>();

  add(kind: Kind, text: string): void {
    if (kind === 'address') this.#addAddress(text);
    else this.#addText(kind, text);
    if (kind === 'destination' && URL.canParse(text)) this.#addText(kind, new URL(text).href);
    if (kind === 'password') this.#addText(kind, text.normalize('NFC'));
  }

  kindOf(word: string): Kind | undefined {
    return this.#words.get(word);
  }

  /** @param run digits, dots and colons, as they stand in a text: perhaps an address or a network, and the end of a sentence */
  isAddress(run: string): boolean {
    if (this.#addresses.size === 0) return false;
    const text = run.replace(/[.:]$/, '');
    return this.#words.get(run) === 'address' || [run, text].some((one) => this.#addresses.has(addressOf(one) ?? ''));
  }

  #addText(kind: Kind, text: string): void {
    this.#addWords(kind, text);
    if (!GUESSABLE.has(kind) || text.length < MIN_PHRASE) return;
    const phrases = this.phrases.get(kind) ?? new Set();
    this.phrases.set(kind, phrases.add(text).add(encodeURIComponent(text.toWellFormed())));
  }

  #addAddress(text: string): void {
    const address = addressOf(text);
    if (address === null) return;
    this.#addresses.add(address);
    const spellings = [text, address, networkOf(text), wideNetworkOf(text)].filter((one) => one !== '');
    for (const spelling of new Set(spellings)) this.#addWords('address', spelling);
  }

  /** A text as it is, encoded, and hashed where that hides nothing. */
  #addWords(kind: Kind, text: string): void {
    if (this.#words.has(text)) return;
    const hash = GUESSABLE.has(kind) ? encoded(createHash('sha256').update(text).digest()) : [];
    for (const word of [text, ...encoded(Buffer.from(text)), ...hash]) this.#words.set(word, kind);
  }
}

const encoded = (bytes: Uint8Array): string[] => {
  const buffer = Buffer.from(bytes);
  return (['base64', 'base64url', 'hex'] as const).map((encoding) => buffer.toString(encoding));
};

/** Of the file that is running. */
export const secrets = new Registry();
