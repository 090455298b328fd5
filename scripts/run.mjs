// The entry point of every command: `node scripts/run.mjs NAME [arguments]`, as package.json calls it. Old versions of
// Node must be able to parse this file. So it has no syntax newer than import(), and no other imports.

/** What each command does. */
const COMMANDS = {
  start: () => import('./lib/start.mjs').then(({ start }) => start()),
  dev: () => import('./lib/start.mjs').then(({ start }) => start({ reloads: true })),
  serve: () => import('./lib/start.mjs').then(({ serve }) => serve()),
  'build-server': () => import('./lib/start.mjs').then(({ makeServer }) => makeServer()),
  backup: () => import('./lib/operations.mjs').then(({ backup }) => backup()),
  restore: () => import('./lib/operations.mjs').then(({ restore }) => restore()),
  republish: () => import('./lib/operations.mjs').then(({ republish }) => republish()),
  deploy: () => import('./lib/deploy.mjs').then(({ deploy }) => deploy()),
  upgrade: () => import('./lib/deploy.mjs').then(({ upgrade }) => upgrade()),
  doctor: () => import('./lib/deploy.mjs').then(({ doctor }) => doctor()),
  threats: () => import('./lib/threats.mjs').then(({ importThreats }) => importThreats()),
  test: () => import('./lib/test.mjs').then(({ test }) => test()),
  screenshots: () => import('./lib/screenshots.mjs').then(({ takeScreenshots }) => takeScreenshots()),
  bench: () => import('./lib/bench.mjs').then(({ bench }) => bench()),
  // wrangler runs the two builds: [build] of wrangler.api.toml, and build of wrangler.jsonc for the one script.
  'build-api': () => import('./lib/build.mjs').then(({ makeApi }) => makeApi()),
  'build-one': () => import('./lib/build.mjs').then(({ makeOne }) => makeOne()),
  // Builds the files of /docs and of the console's pages, as the other builds do. The tests begin with it.
  documentation: () => import('./lib/build.mjs').then(({ makeDocumentation }) => makeDocumentation()),
};

/** The texts for `--help`. A command without one handles `--help` itself. */
const HELP = {
  start: `npm start

Runs both workers on this computer, with all data in STATE_DIR. Ctrl-C stops it. The first run prints an account and an
API key for each plan. What it reads from the environment: docs/specification.md, section 15.

Examples:
  npm start
  API_PORT=9000 SHORT_PORT=9001 STATE_DIR=/tmp/links npm start
`,
  dev: `npm run dev

Runs npm start, and reloads both workers after each edit of their source. What it reads from the environment:
docs/specification.md, section 15.

Examples:
  npm run dev
  API_PORT=9000 npm run dev
`,
  serve: `npm run serve

Runs the service on a server, behind a proxy that speaks https, until SIGTERM. What it reads from the
environment: docs/operating/self-hosting.md.

Examples:
  SHORT_HOST=s.example.com API_HOST=api.example.com TRUST_PROXY=loopback npm run serve
  npm run doctor    # beside it: what is wrong, and what to do
`,
  'build-server': `npm run build:server

Builds dist/server, a folder that runs the service with Node alone, without this checkout:
docs/operating/self-hosting.md.

Examples:
  npm run build:server && cd dist/server && node main.mjs
`,
  threats: `npm run threats -- import FILE [--remote]

Replaces the imported threat list with the entries of FILE: hosts, addresses or hashes, one a line (docs/threats.md).

  --remote    the list of the deployment on Cloudflare; without it that of STATE_DIR
  --help      shows this text

Examples:
  npm run threats -- import feed.txt
  npm run threats -- import feed.txt --remote
`,
  test: `npm test -- [FILES] [options]

Checks format, lint and types, and runs the tests. Further arguments go to vitest.

  --ci      runs the tests that are too slow for npm test (npm run test:ci)
  --long    runs the tests at their full sizes and with a new seed (npm run test:long)
  --help    shows this text

Examples:
  npm test
  npm test -- apps/api/routes/shorten.test.ts
  npm run test:ci
`,
  bench: `npm run bench -- [options]

Measures the processor time of a unit of work beside its floor, a worker that does nothing else. It needs Linux.

  --only NAME      only this measure, such as visit-hot, create or refusal; may be given several times
  --compare REV    compares with another git revision, instead of the floors
  --machine        npm start beside a constant response: visits a second, latency, memory
  --console        the time of pages of the console, with 10,000 links
  --rounds N       number of rounds (8)
  --seconds S      seconds of load in a round, on each side (4)
  --help           shows this text

Examples:
  npm run bench
  npm run bench -- --compare HEAD~1 --only create
`,
  screenshots: `npm run screenshots -- [FOLDER]

Takes pictures of every page in every state, at 390 and 1280 pixels, light and dark: those of visitors, of the console
and of the documentation. FOLDER/index.html lays them side by side. The pictures are taken by the tests of these pages,
so it also reports what axe finds. It takes some minutes, and needs Chromium.

  FOLDER      where the pictures are stored; default: dist/screenshots
  --help      shows this text

Examples:
  npm run screenshots
  npm run screenshots -- /tmp/before
`,
};

let isUnread = false;

/**
 * Ends the command if nobody reads its output any more, as behind `| head`. Like a closed terminal, it sends SIGHUP to
 * the command's listeners, so that a command can clean up.
 */
function endUnread() {
  if (isUnread) return;
  isUnread = true;
  if (process.listenerCount('SIGHUP') > 0) process.emit('SIGHUP', 'SIGHUP');
  else process.exit(0);
}

/**
 * Checks the version of Node, and runs the command. A failure prints one line, with exit code 1.
 * @param {string} name
 */
function run(name) {
  const version = process.versions.node;
  if (Number(version.split('.')[0]) < 20) {
    process.stderr.write(`Swiftlet needs Node 20 or newer; this is Node ${version}.\n`);
    process.exit(1);
  }
  process.stdout.on('error', endUnread);
  process.stderr.on('error', endUnread);
  const command = COMMANDS[name];
  if (command === undefined) {
    process.stderr.write(`There is no command ${name}: ${Object.keys(COMMANDS).join(', ')}.\n`);
    process.exit(1);
  }
  if (HELP[name] !== undefined && process.argv.includes('--help')) {
    process.stdout.write(HELP[name]);
    return;
  }
  command().catch((error) => {
    process.stderr.write(`${String(error.message || error).split('\n')[0]}\n`);
    process.exit(1);
  });
}

// The arguments after the name are those of the command.
run(process.argv.splice(2, 1)[0]);
