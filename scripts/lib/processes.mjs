// The processes that our scripts end, and the one that ends them.
import { everyProcess, killAll, lookUp } from '../../packages/machine/process-table.mjs';

/** Kills every member of a process group and waits until none is left. @param {number} group */
export const killGroup = (group) =>
  killAll(() => everyProcess().flatMap((one) => (one.group === group ? one.pid : [])));

/**
 * Calls `gone` once when the npm that started this script has ended. Mostly a shell stands between, which passes no
 * SIGTERM on and outlives npm. Without npm nothing is watched: a script in the background outlives its shell.
 * @param {() => void} gone
 */
export function watchNpm(gone) {
  if (!process.env.npm_lifecycle_event) return;
  const parent = lookUp(process.ppid);
  if (parent === undefined) return gone();
  const isShell = /(^|\/)-?[a-z]*sh$/.test(parent.name);
  const timer = setInterval(() => {
    const same = process.ppid === parent.pid && (!isShell || lookUp(parent.pid)?.parent === parent.parent);
    if (same) return;
    clearInterval(timer);
    gone();
  }, 500);
  timer.unref();
}
