/**
 * Finds zbarimg, a reader of QR codes that is independent of the code that draws them: the program at ZBARIMG_PATH,
 * else an installed one. If there is none, it installs one. If that fails, the tests fail; they are never skipped.
 */
import { execFile } from 'node:child_process';
import { fail, fromDebian, INSTALL_TIMEOUT_MS, type Install, run } from './programs';

/** The timeout of a hook that may have to install zbarimg first. */
export const ZBARIMG_TIMEOUT_MS = 2 * INSTALL_TIMEOUT_MS;

/** Reads the QR codes in files. @returns the texts of the codes by file */
export type Zbarimg = (files: readonly string[]) => Promise<Map<string, string[]>>;

/** Finds or installs zbarimg. @throws Error with one line that says what to install, if it does not start */
export async function findZbarimg(env: NodeJS.ProcessEnv = process.env): Promise<Zbarimg> {
  const named = env.ZBARIMG_PATH;
  if (named)
    return (await starts(named)) ? makeReader(named) : fail(`ZBARIMG_PATH names ${named}, which does not start`);
  if (await starts('zbarimg')) return makeReader('zbarimg');
  for (const install of installers()) {
    await install();
    if (await starts('zbarimg')) return makeReader('zbarimg');
  }
  return fail(
    'No zbarimg found, and none could be installed: install zbar-tools (zbar on a Mac), or set ZBARIMG_PATH.',
  );
}

const installers = (): Install[] => [
  ...fromDebian('zbar-tools'),
  ...(process.platform === 'darwin' ? [() => run('brew', 'install', 'zbar')] : []),
];

const starts = (program: string): Promise<boolean> =>
  new Promise((resolve) => {
    execFile(program, ['--version'], (error) => resolve(error === null));
  });

/** The number of files per run, so that the command line stays within every system's limit. */
const FILES_PER_RUN = 100;
/** Keeps zbarimg from publishing the codes on D-Bus. */
const NO_BUS = { DBUS_SYSTEM_BUS_ADDRESS: 'unix:path=/nowhere' };
/**
 * Options that restrict zbarimg to QR codes. Some other symbologies have checks so weak that it finds them in noise.
 */
const OPTIONS = ['--quiet', '--xml', '--set', 'disable', '--set', 'qrcode.enable'];
const SOURCE = /<source href='([^']+)'>(.*?)<\/source>/gs;
const SYMBOL = /<!\[CDATA\[(.*?)\]\]>/gs;

const makeReader =
  (program: string): Zbarimg =>
  async (files) => {
    const seen = new Map<string, string[]>();
    for (let i = 0; i < files.length; i += FILES_PER_RUN) {
      const report = await output(program, [...OPTIONS, ...files.slice(i, i + FILES_PER_RUN)]);
      for (const [, file = '', symbols = ''] of report.matchAll(SOURCE)) {
        seen.set(
          file,
          Array.from(symbols.matchAll(SYMBOL), ([, text = '']) => text),
        );
      }
    }
    return seen;
  };

/**
 * Runs zbarimg and returns its output. It ignores the exit code, which is an error if a file has no code: the output
 * shows that too.
 */
const output = (program: string, args: string[]): Promise<string> =>
  new Promise((resolve) => {
    execFile(program, args, { env: { ...process.env, ...NO_BUS }, maxBuffer: 2 ** 26 }, (_, stdout) => resolve(stdout));
  });
