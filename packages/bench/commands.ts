/** The messages between the bench and the process of a target. */
import type { V4WorkerOptions } from 'miniflare';

/** The name of the inspector among the origins of a target. */
export const INSPECTOR = 'inspector';

export type Statement = { readonly sql: string; readonly values?: readonly unknown[] };

export type StartOptions = {
  readonly workers: readonly V4WorkerOptions[];
  readonly folder: string;
  /** Whether to open the inspector that reports heap sizes. */
  readonly isInspected: boolean;
};

export type Command =
  | { readonly start: StartOptions }
  /** Runs statements, in their order, on the D1 that `worker` binds as DB. */
  | { readonly sql: { readonly worker: string; readonly statements: readonly Statement[] } };

/**
 * The reply to a command. After `start`, `done` holds the origins of the workers and of the INSPECTOR. After `sql` it
 * is empty.
 */
export type Reply = { readonly done: Record<string, string> } | { readonly failed: string };
