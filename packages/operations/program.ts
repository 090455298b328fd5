/** The context that every command of this package gets from its script. */
import type { Send } from './service';
import type { Target } from './target';

export type Program = {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** STATE_DIR. */
  readonly folder: string;
  /** The folder that relative file names start from. */
  readonly from: string;
  /** The checkout. */
  readonly root: string;
  /** The folder of the built machine. */
  readonly built: string;
  /** Path of the workerd executable. */
  readonly binary: string;
  /** Opens a service, and closes it after `act`. A machine that does not run is started without ports. */
  readonly open: <T>(target: Target, act: (send: Send) => Promise<T>) => Promise<T>;
  readonly print: (text: string) => void;
  /** Epoch milliseconds. */
  readonly now: () => number;
};
