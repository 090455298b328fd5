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
const LEAST_PHRASE = 8;
/** The bounds of a password (specification 5.2): what is refused for its length protects nothing. */
const isPassword = ({ length }: string): boolean => length >= 4 && length <= 100;

/** An address in its one spelling; null for a text that is none. A mapped IPv4 address is the address it maps. */
export const addressOf = (text: string): string | null => {
  if (!ipaddr.isValid(text) || (!text.includes(':') && text.split('.').length < 4)) return null;
  return ipaddr.process(text).toString();
};

export class Registry {
  /** Kinds by the texts that give a secret away where they are a whole value, or a whole word of one. */
  readonly #words = new Map<string, Kind>();
  /** Kinds by the texts that give a secret away wherever they stand. */
  readonly #phrases = new Map<string, Kind>();
  readonly #addresses = new Set<string>();

  /** Registers a secret, with the spellings that somebody could read it from. */
  note(kind: Kind, text: string): void {
    if (text === '' || this.#words.has(text) || (kind === 'password' && !isPassword(text))) return;
    if (kind === 'address') this.#noteAddress(text);
    else this.#noteText(kind, text);
    if (kind === 'destination' && URL.canParse(text)) this.#noteText(kind, new URL(text).href);
    if (kind === 'password') this.#noteText(kind, text.normalize('NFC'));
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

  *phrases(): Iterable<readonly [string, Kind]> {
    yield* this.#phrases;
  }

  clear(): void {
    this.#words.clear();
    this.#phrases.clear();
    this.#addresses.clear();
  }

  #noteText(kind: Kind, text: string): void {
    for (const spelling of spellingsOf(Buffer.from(text))) this.#words.set(spelling, kind);
    this.#words.set(text, kind);
    if (GUESSABLE.has(kind)) this.#noteDigest(kind, text);
    if (!GUESSABLE.has(kind) || text.length < LEAST_PHRASE) return;
    for (const phrase of [text, encodeURIComponent(text.toWellFormed())]) this.#phrases.set(phrase, kind);
  }

  #noteAddress(text: string): void {
    const address = addressOf(text);
    if (address === null) return;
    this.#addresses.add(address);
    const spellings = [text, address, networkOf(text), wideNetworkOf(text)];
    for (const spelling of new Set(spellings.filter((one) => one !== ''))) {
      for (const word of [spelling, ...spellingsOf(Buffer.from(spelling))]) this.#words.set(word, 'address');
      this.#noteDigest('address', spelling);
    }
  }

  #noteDigest(kind: Kind, text: string): void {
    for (const word of spellingsOf(createHash('sha256').update(text).digest())) this.#words.set(word, kind);
  }
}

const spellingsOf = (bytes: Uint8Array): string[] => {
  const buffer = Buffer.from(bytes);
  return (['base64', 'base64url', 'hex'] as const).map((encoding) => buffer.toString(encoding));
};

/** Of the file that is running. */
export const secrets = new Registry();
