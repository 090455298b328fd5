/** The targets of the measures. The first measure that needs a target starts it, and later measures share it. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { Floors } from './floors';
import { Product } from './product';

export class Targets {
  readonly root: string;
  readonly folder: string;
  /** The checkout to compare with, instead of the floors. */
  readonly otherRoot: string | undefined;
  readonly #print: (text: string) => void;
  readonly #started = new Map<string, Promise<Product | Floors>>();

  /**
   * @param root the checkout that is measured
   * @param folder for the state of the targets, and for scripts
   */
  constructor(root: string, folder: string, otherRoot: string | undefined, print: (text: string) => void) {
    this.root = root;
    this.folder = folder;
    this.otherRoot = otherRoot;
    this.#print = print;
  }

  product = (): Promise<Product> => this.#once('the product', (folder) => Product.start(this.root, folder));

  other = (): Promise<Product> =>
    this.#once('the other revision', (folder) => Product.start(this.otherRoot as string, folder));

  otherCopy = (): Promise<Product> =>
    this.#once('a copy of the other revision', (folder) => Product.start(this.otherRoot as string, folder));

  floors = (): Promise<Floors> => this.#once('the floors', (folder) => Floors.start(this.root, folder));

  floorsCopy = (): Promise<Floors> => this.#once('a copy of the floors', (folder) => Floors.start(this.root, folder));

  async stop(): Promise<void> {
    const started = await Promise.allSettled(this.#started.values());
    await Promise.all(started.map((one) => (one.status === 'fulfilled' ? one.value.target.stop() : undefined)));
  }

  #once<T extends Product | Floors>(name: string, start: (folder: string) => Promise<T>): Promise<T> {
    const known = this.#started.get(name);
    if (known !== undefined) return known as Promise<T>;
    this.#print(`Starting ${name}.`);
    const folder = path.join(this.folder, name.replaceAll(' ', '-'));
    mkdirSync(folder, { recursive: true });
    const started = start(folder);
    this.#started.set(name, started);
    return started;
  }
}
