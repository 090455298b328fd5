// Kills process groups, and watches the npm process that started a script.
import { everyProcess, killAll, lookUp } from '../../packages/machine/process-table.mjs';

/** Kills every member of a process group and waits until none is left. @param {number} group */
export const killGroup = (group) =>
  killAll(() => everyProcess().flatMap((one) => (one.group === group ? one.pid : [])));

/**
 * Calls `gone` once when the npm that started this script has ended. Usually a shell is between them, which does not
 * forward SIGTERM and outlives npm. Without npm it watches nothing: a background script may outlive its shell.
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
