/** The workers' secrets: from the environment, or generated once and kept in files that only their owner may read. */
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { Failure } from '#machine/failure';
import { writeWhole } from '#machine/processes.mjs';
import type { WORKER_SECRETS } from '#machine/secret-names.mjs';
import { randomSecret } from '#machine/secrets';

/** The command generates these secrets if neither the environment nor a file has them. */
export type SecretName = {
  [Name in keyof typeof WORKER_SECRETS]: (typeof WORKER_SECRETS)[Name] extends 'generated' ? Name : never;
}[keyof typeof WORKER_SECRETS];

/** The command sends these secrets to each worker if the environment has them, and never generates them. */
const PASSED_ON = {
  redirect: ['PEPPER_PREVIOUS'],
  api: ['PEPPER_PREVIOUS', 'THREATS_KEY'],
} as const satisfies Record<string, readonly (keyof typeof WORKER_SECRETS)[]>;

type Variables = Readonly<Record<string, string | undefined>>;

const readIfPresent = (file: string): string | undefined =>
  existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;

export class Secrets {
  readonly #folder: string;
  readonly #env: Variables;

  constructor(folder: string, env: Variables) {
    this.#folder = folder;
    this.#env = env;
  }

  /** Whether a generated secret can be kept. The computer of a CI run is gone after the run. */
  get canStore(): boolean {
    return !this.#env.CI;
  }

  nameFile = (name: SecretName): string => path.join(this.#folder, name);

  /**
   * Returns a secret, or undefined if neither the environment nor a file has it.
   * @throws Failure if the workers would refuse the secret
   */
  read(name: SecretName): string | undefined {
    const given = this.#env[name];
    const file = this.nameFile(name);
    const stored = readIfPresent(file);
    // The two workers may be deployed in two runs, and must get the same PEPPER.
    if (name === 'PEPPER' && given && stored && given !== stored)
      throw new Failure(`The variable PEPPER is not the one in ${file}: leave it out, or move the file away.`);
    const text = given || stored;
    if (text !== undefined && !/^[\x21-\x7e]{32,}$/.test(text))
      throw new Failure(`${name} must have at least 32 characters, all of them visible ASCII.`);
    return text;
  }

  /** Generates a new ADMIN_TOKEN if none is known. */
  generateToken(): void {
    if (this.read('ADMIN_TOKEN') === undefined) writeWhole(this.nameFile('ADMIN_TOKEN'), `${randomSecret()}\n`);
  }

  /** A PEPPER that was generated here, and that the deployment does not use yet. */
  get pendingPepper(): string | undefined {
    return readIfPresent(this.#pendingFile);
  }

  /**
   * Generates a PEPPER, and keeps it in a file of its own until `commitPepper` or `discardPepper`. The deployment gets
   * the PEPPER of the first run that sets the marker in D1 (steps/secrets.ts).
   */
  generatePepper(): string {
    if (this.read('PEPPER') !== undefined) throw new Failure('A PEPPER exists already, and is never generated again.');
    const pending = this.pendingPepper ?? randomSecret();
    writeWhole(this.#pendingFile, `${pending}\n`);
    return pending;
  }

  commitPepper = (): void => renameSync(this.#pendingFile, this.nameFile('PEPPER'));
  discardPepper = (): void => rmSync(this.#pendingFile);

  get #pendingFile(): string {
    return `${this.nameFile('PEPPER')}.drawn`;
  }

  /** Returns the other secrets that the environment has for a worker. */
  optionalSecrets(kind: keyof typeof PASSED_ON): Record<string, string> {
    const given = PASSED_ON[kind].flatMap((name) => (this.#env[name] ? [[name, this.#env[name]] as const] : []));
    return Object.fromEntries(given);
  }
}
