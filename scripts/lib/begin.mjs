// Old versions of Node must be able to parse this file. So it has no syntax newer than ES2018, and no imports.

let isUnread = false;

/**
 * Ends the command if nobody reads its output any more, as behind `| head`. It sends SIGHUP to the command's listeners,
 * as a closed terminal does, so a command that must clean up does so.
 */
function endUnread() {
  if (isUnread) return;
  isUnread = true;
  if (process.listenerCount('SIGHUP') > 0) process.emit('SIGHUP', 'SIGHUP');
  else process.exit(0);
}

/**
 * Checks the version of Node, then loads the real script and runs its `main`. A failure prints one line, with exit code
 * 1.
 * @param {() => Promise<{ main: () => Promise<void> }>} load
 * @param {string} [help] the text for `--help`; without it the script handles `--help` itself
 */
export function begin(load, help) {
  const version = process.versions.node;
  if (Number(version.split('.')[0]) < 20) {
    process.stderr.write(`Swiftlet needs Node 20 or newer; this is Node ${version}.\n`);
    process.exit(1);
  }
  process.stdout.on('error', endUnread);
  process.stderr.on('error', endUnread);
  if (help !== undefined && process.argv.includes('--help')) {
    process.stdout.write(help);
    return;
  }
  load()
    .then((script) => script.main())
    .catch((error) => {
      process.stderr.write(`${String(error.message || error).split('\n')[0]}\n`);
      process.exit(1);
    });
}
