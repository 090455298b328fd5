/** What the bench asks of the process of a target, and what it hears of it. */
import type { V4WorkerOptions } from 'miniflare';

/** The name of the inspector among the addresses of a target. */
export const INSPECTOR = 'inspector';

export type Statement = { readonly sql: string; readonly values?: readonly unknown[] };

export type Beginning = {
  readonly workers: readonly V4WorkerOptions[];
  readonly folder: string;
  /** Whether the heaps of the workers can be asked for. */
  readonly isInspected: boolean;
};

export type Order =
  | { readonly start: Beginning }
  /** Statements for the D1 that `worker` binds as DB, one after the other. */
  | { readonly sql: { readonly worker: string; readonly statements: readonly Statement[] } };

/** Addresses of the workers by name upon `start`, and of the inspector under INSPECTOR; nothing upon `sql`. */
export type Report = { readonly done: Record<string, string> } | { readonly failed: string };
