/** The messages between the bench and the process of a target. */
import type { V4WorkerOptions } from 'miniflare';

/** The name of the inspector among the origins of a target. */
export const INSPECTOR = 'inspector';

export type Statement = { readonly sql: string; readonly values?: readonly unknown[] };

export type Beginning = {
  readonly workers: readonly V4WorkerOptions[];
  readonly folder: string;
  /** Whether to open the inspector that reports heap sizes. */
  readonly isInspected: boolean;
};

export type Order =
  | { readonly start: Beginning }
  /** Statements for the D1 that `worker` binds as DB, one after the other. */
  | { readonly sql: { readonly worker: string; readonly statements: readonly Statement[] } };

/**
 * The response to an order. `done` holds the origins of the workers and of the INSPECTOR after `start`, nothing after
 * `sql`.
 */
export type Report = { readonly done: Record<string, string> } | { readonly failed: string };
