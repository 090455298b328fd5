/**
 * zbar's reader of QR codes, which shares no line with what draws them: the one ZBARIMG_PATH names, else an installed
 * one, else one installed now. Without one the tests fail, never skip.
 */
import { execFile } from 'node:child_process';
import { fail, fromDebian, INSTALL_TIMEOUT_MS, type Install, run } from './programs';

/** How long a hook may take that has to install it first. */
export const ZBARIMG_TIMEOUT_MS = 2 * INSTALL_TIMEOUT_MS;

/** The QR codes that are seen in each of these files. */
export type Zbarimg = (files: readonly string[]) => Promise<Map<string, string[]>>;

/** Finds a zbarimg. @throws one line that says what to do, when none is here and none can be had */
export async function findZbarimg(env: NodeJS.ProcessEnv = process.env): Promise<Zbarimg> {
  const named = env.ZBARIMG_PATH;
  if (named) return (await starts(named)) ? readerOf(named) : fail(`ZBARIMG_PATH names ${named}, which does not start`);
  if (await starts('zbarimg')) return readerOf('zbarimg');
  for (const install of installers()) {
    await install();
    if (await starts('zbarimg')) return readerOf('zbarimg');
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

/** So many files in one run keep the command line within every system's limit. */
const FILES_PER_RUN = 100;
/** What it sees is told to nobody else on this machine. */
const NO_BUS = { DBUS_SYSTEM_BUS_ADDRESS: 'unix:path=/nowhere' };
/** Without its other symbologies, because some have so little of a check that noise may pass for them. */
const OPTIONS = ['--quiet', '--xml', '--set', 'disable', '--set', 'qrcode.enable'];
const SOURCE = /<source href='([^']+)'>(.*?)<\/source>/gs;
const SYMBOL = /<!\[CDATA\[(.*?)\]\]>/gs;

const readerOf =
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

/** Its exit code says whether all files held a code; so does the report. */
const output = (program: string, args: string[]): Promise<string> =>
  new Promise((resolve) => {
    execFile(program, args, { env: { ...process.env, ...NO_BUS }, maxBuffer: 2 ** 26 }, (_, stdout) => resolve(stdout));
  });
