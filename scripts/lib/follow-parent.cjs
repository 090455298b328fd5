// Every Node process that the scripts start requires this file first. When the script has ended, even by kill -9, the
// child kills its own process group. The file is CommonJS, because --import slows the start of wrangler by a second.
const { isMainThread } = require('node:worker_threads');

const parent = Number(process.env.SWIFTLET_PARENT || process.ppid);
// The variable is only for this process. Its children have another parent.
delete process.env.SWIFTLET_PARENT;

function leaveWithParent() {
  if (process.ppid === parent) return;
  try {
    process.kill(-process.pid, 'SIGKILL');
  } catch {
    process.exit(1); // this process leads no group, and the leader of its group kills the group
  }
}

if (isMainThread) {
  leaveWithParent();
  setInterval(leaveWithParent, 300).unref();
}
