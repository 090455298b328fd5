/** The secrets that the tests of a file have made or sent. */
import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import { toNetwork, toWideNetwork } from '#secrets/client-address';

/**
 * `token`: of a session, a sign-in link or a challenge. `operator`: the admin token, a pepper, or the key of the threat
 * service. `detail`: the title, the notes or the `externalId` of a link.
 */
export type Kind = 'key' | 'password' | 'address' | 'destination' | 'detail' | 'token' | 'operator';

/** Kinds that an attacker can guess: a hash without a pepper reveals them too. The other kinds are random. */
const GUESSABLE: ReadonlySet<Kind> = new Set(['password', 'address', 'destination', 'detail']);

/**
 * The least length of a password that the search finds inside a text, and of a detail that it seeks. A shorter one may
 * be a common word.
 */
const MIN_PHRASE = 8;
/** The length of a password (specification 5.2). A text of another length is refused, so it is not a secret. */
const isPassword = ({ length }: string): boolean => length >= 4 && length <= 100;

/** The normal form of an address; null for other text. An IPv4-mapped address becomes IPv4. */
const parseAddress = (text: string): string | null => {
  if (!ipaddr.isValid(text) || (!text.includes(':') && text.split('.').length < 4)) return null;
  return ipaddr.process(text).toString();
};

export class Registry {
  readonly #kinds = new Map<string, Kind>();

  /** Registers a secret. `traces` computes its encodings later, because some tests make thousands of visits at once. */
  note(kind: Kind, text: string): void {
    if (text === '' || (kind === 'password' && !isPassword(text))) return;
    if (kind === 'detail' && (text.length < MIN_PHRASE || this.#kinds.has(text))) return;
    this.#kinds.set(text, kind);
  }

  get isEmpty(): boolean {
    return this.#kinds.size === 0;
  }

  /** The texts that reveal the registered secrets. */
  traces(): Traces {
    const traces = new Traces();
    for (const [text, kind] of this.#kinds) traces.add(kind, text);
    return traces;
  }

  clear(): void {
    this.#kinds.clear();
  }
}

/** The texts that reveal secrets: the secrets themselves, their encodings and their hashes. */
export class Traces {
  /** Texts that reveal a secret if they are a whole value or a whole word, with its kind. */
  readonly #words = new Map<string, Kind>();
  readonly #addresses = new Set<string>();
  /**
   * Texts that reveal a secret anywhere in a value, by its kind and by their first MIN_PHRASE characters. A value
   * without these characters needs no search for the thousands of texts that begin with them.
   */
  readonly phrases = new Map<Kind, Map<string, Set<string>>>();

  add(kind: Kind, text: string): void {
    if (kind === 'address') this.#addAddress(text);
    else this.#addText(kind, text);
    if (kind === 'destination' && URL.canParse(text)) this.#addText(kind, new URL(text).href);
    if (kind === 'password') this.#addText(kind, text.normalize('NFC'));
  }

  findKind(word: string): Kind | undefined {
    return this.#words.get(word);
  }

  /**
   * @param run a run of digits, dots and colons in a text: it may be an address or a network, with punctuation after it
   */
  isAddress(run: string): boolean {
    if (this.#addresses.size === 0) return false;
    const text = run.replace(/[.:]$/, '');
    return (
      this.#words.get(run) === 'address' || [run, text].some((one) => this.#addresses.has(parseAddress(one) ?? ''))
    );
  }

  #addText(kind: Kind, text: string): void {
    this.#addWords(kind, text);
    if (!GUESSABLE.has(kind) || text.length < MIN_PHRASE) return;
    for (const phrase of [text, encodeURIComponent(text.toWellFormed())]) this.#addPhrase(kind, phrase);
  }

  #addPhrase(kind: Kind, phrase: string): void {
    const byStart = this.phrases.get(kind) ?? new Map<string, Set<string>>();
    const start = phrase.slice(0, MIN_PHRASE);
    this.phrases.set(kind, byStart.set(start, (byStart.get(start) ?? new Set()).add(phrase)));
  }

  #addAddress(text: string): void {
    const address = parseAddress(text);
    if (address === null) return;
    this.#addresses.add(address);
    const spellings = [text, address, toNetwork(text), toWideNetwork(text)].filter((one) => one !== '');
    for (const spelling of new Set(spellings)) this.#addWords('address', spelling);
  }

  /** Adds a text, its encodings, and for a guessable kind its hash. */
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

/** The registry of the running test file. */
export const secrets = new Registry();
