/** The workers' secrets: given by the environment, or drawn once and kept in files that only their owner may read. */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { Failure } from './failure';
import { writeWhole } from './private-files';
import { PASSED_ON, type SECRET_NAMES } from './secret-names.mjs';

export type SecretName = (typeof SECRET_NAMES)[number];

type Variables = Readonly<Record<string, string | undefined>>;

const readIfThere = (file: string): string | undefined =>
  existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;

/** 256 random bits. */
const randomSecret = (): string => Array.from(randomBytes(32), (byte) => byte.toString(16).padStart(2, '0')).join('');

export class Secrets {
  readonly #folder: string;
  readonly #env: Variables;

  constructor(folder: string, env: Variables) {
    this.#folder = folder;
    this.#env = env;
  }

  /** Whether what is drawn here is kept: a machine of CI is gone after its run. */
  get canKeep(): boolean {
    return !this.#env.CI;
  }

  fileOf = (name: SecretName): string => path.join(this.#folder, name);

  /** Undefined: it is known nowhere here. @throws Failure for one that the workers would refuse */
  read(name: SecretName): string | undefined {
    const given = this.#env[name];
    const file = this.fileOf(name);
    const kept = readIfThere(file);
    // The two workers may be deployed in two runs, and must not get one each.
    if (name === 'PEPPER' && given && kept && given !== kept)
      throw new Failure(`The variable PEPPER is not the one in ${file}: leave it out, or move the file away.`);
    const text = given || kept;
    if (text !== undefined && !/^[\x21-\x7e]{32,}$/.test(text))
      throw new Failure(`${name} must have at least 32 characters, all of them visible ASCII.`);
    return text;
  }

  /** Draws a new ADMIN_TOKEN where none is known. */
  drawToken(): void {
    if (this.read('ADMIN_TOKEN') === undefined) writeWhole(this.fileOf('ADMIN_TOKEN'), `${randomSecret()}\n`);
  }

  /** A PEPPER that was drawn here, and is not the deployment's yet. */
  get drawnPepper(): string | undefined {
    return readIfThere(this.#drawnFile);
  }

  /** Draws a PEPPER apart from the one that is known: the first machine to mark its own keeps it (pepper.ts). */
  drawPepper(): string {
    if (this.read('PEPPER') !== undefined) throw new Failure('A PEPPER that exists is never made anew.');
    const drawn = this.drawnPepper ?? randomSecret();
    writeWhole(this.#drawnFile, `${drawn}\n`);
    return drawn;
  }

  keepPepper = (): void => renameSync(this.#drawnFile, this.fileOf('PEPPER'));
  dropPepper = (): void => rmSync(this.#drawnFile);

  get #drawnFile(): string {
    return `${this.fileOf('PEPPER')}.drawn`;
  }

  /** What the environment has for a worker beside them. */
  passedOn(kind: keyof typeof PASSED_ON): Record<string, string> {
    const given = PASSED_ON[kind].flatMap((name) => (this.#env[name] ? [[name, this.#env[name]] as const] : []));
    return Object.fromEntries(given);
  }
}
