// Required first by every Node that our scripts start: when the script is gone, even by kill -9, its child takes its
// whole process group with it; a killed script has no last word. CommonJS: --import slows wrangler's start by a second.
const { isMainThread } = require('node:worker_threads');

const parent = Number(process.env.SWIFTLET_PARENT || process.ppid);
// Only for this process: what it starts has another parent.
delete process.env.SWIFTLET_PARENT;

function leaveWithParent() {
  if (process.ppid === parent) return;
  try {
    process.kill(-process.pid, 'SIGKILL');
  } catch {
    process.exit(1); // not the leader of a group: the leader follows the script itself
  }
}

if (isMainThread) {
  leaveWithParent();
  setInterval(leaveWithParent, 300).unref();
}
