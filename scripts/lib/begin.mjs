// Old versions of Node must be able to parse this file. So it has no syntax newer than ES2018, and no imports.

/**
 * Checks the version of Node, then loads the real script and runs its `main`. A failure prints one line, with exit code
 * 1.
 * @param {() => Promise<{ main: () => Promise<void> }>} load
 */
export function begin(load) {
  const version = process.versions.node;
  if (Number(version.split('.')[0]) < 20) {
    process.stderr.write(`Swiftlet needs Node 20 or newer; this is Node ${version}.\n`);
    process.exit(1);
  }
  load()
    .then((script) => script.main())
    .catch((error) => {
      process.stderr.write(`${String(error.message || error).split('\n')[0]}\n`);
      process.exit(1);
    });
}
