/** Reads the samples of the documentation, and the requests that they send. */
import { parseArgs } from 'node:util';

/** A sample of a page: its code by language, and the response that the page shows after it. */
export type Sample = {
  readonly code: Readonly<Record<string, string>>;
  /** The expected status of the response; undefined if the page names none. */
  readonly status: number | undefined;
  readonly response: unknown;
};

export type SampleCall = {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** The JSON body, or the name of its file after `@`; undefined if there is none. */
  readonly body: unknown;
};

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** Returns the text of markup. */
export const readText = (markup: string): string =>
  markup.replace(/<[^>]+>/g, '').replace(/&(#?\w+);/g, (whole, name) => ENTITIES[name] ?? whole);

const SAMPLE = /<div class="sample">(.*?)<\/div>((?:<pre.*?<\/pre>)+)(?:<details.*?<\/details>)?<\/div>/gs;
const CODE = /<pre class="(command|response-body)(?: (\w+))?"(?: data-status="(\d+)")?>(.*?)<\/pre>/gs;

/** Returns the samples of a page with code, in their order. */
export function samplesIn(page: string): readonly Sample[] {
  const blocks = [...page.matchAll(SAMPLE)].map(([, , codes = '']) => [...codes.matchAll(CODE)]);
  return blocks.flatMap((codes, index) => {
    if (codes[0]?.[1] !== 'command') return [];
    const [next] = blocks[index + 1] ?? [];
    const status = codes.find(([, , , one]) => one !== undefined)?.[3];
    return {
      code: Object.fromEntries(codes.map(([, , language = '', , code = '']) => [language, readText(code)])),
      status: status === undefined ? undefined : Number(status),
      response: next?.[1] === 'response-body' ? JSON.parse(readText(next[4] ?? '')) : undefined,
    };
  });
}

/** Splits a command into words as a shell does, with quotes and continued lines. */
function shellWords(text: string): string[] {
  const words = text.replaceAll('\\\n', ' ').matchAll(/(?:'([^']*)'|"([^"]*)"|([^\s'"]+))(?=\s|$)/g);
  return [...words].map(([, single, double, bare]) => single ?? double ?? bare ?? '');
}

/** Reads the request of a command. A command of the operator pipes its secrets into curl. @param key replaces `$KEY` */
export function curlCall(command: string, key: string): SampleCall {
  const [curl, ...args] = shellWords(command.replace(/^printf [^|]*\|\n/, '').replaceAll('$KEY', key));
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      silent: { type: 'boolean', short: 's' },
      include: { type: 'boolean', short: 'i' },
      request: { type: 'string', short: 'X' },
      header: { type: 'string', short: 'H', multiple: true },
      get: { type: 'boolean', short: 'G' },
      data: { type: 'string', short: 'd', multiple: true },
      'data-binary': { type: 'string' },
      output: { type: 'string', short: 'o' },
    },
  });
  const [address] = positionals;
  if (curl !== 'curl' || address === undefined || positionals.length > 1)
    throw new Error(`No curl command: ${command}`);
  const headers = (values.header ?? []).filter((header) => header !== '@-');
  const data = values.data?.join('&');
  const body = values.get ? undefined : data;
  return {
    method: values.request ?? (body === undefined ? 'GET' : 'POST'),
    url: new URL(values.get && data !== undefined ? `${address}?${data}` : address),
    headers: Object.fromEntries(headers.map((header) => header.split(/: (.*)/, 2) as [string, string])),
    body: body === undefined ? values['data-binary'] : JSON.parse(body),
  };
}
