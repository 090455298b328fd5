/** The router of the API: Hono's trie, with a memory for the paths of routes without parameters. */
import type { Result } from 'hono/router';
import { TrieRouter } from 'hono/router/trie-router';

/**
 * Finds what TrieRouter finds. It searches a path that is the path of a route, such as `/v2/shorten`, once for each
 * method. Other paths, which a client may invent, are not stored.
 */
export class RememberingRouter<T> extends TrieRouter<T> {
  readonly #found = new Map<string, Map<string, Result<T>>>();

  override add(method: string, path: string, handler: T): void {
    super.add(method, path, handler);
    this.#found.set(path, new Map());
    for (const byMethod of this.#found.values()) byMethod.clear();
  }

  override match(method: string, path: string): Result<T> {
    const byMethod = this.#found.get(path);
    const known = byMethod?.get(method);
    if (known !== undefined) return known;
    const found = super.match(method, path);
    byMethod?.set(method, found);
    return found;
  }
}
