/** A request with an API key in all languages of the samples. */
import { writeClientCall } from './client';
import {
  type Dialect,
  hasBody,
  JAVASCRIPT,
  JSON_TEXT,
  literal,
  PHP,
  PYTHON,
  pictureFile,
  type SampleRequest,
} from './request';

export type Language = { readonly id: string; readonly label: string; readonly code: string };

/** @param showsHeaders whether the command for a shell prints the headers of the response */
export const writeInLanguages = (request: SampleRequest, showsHeaders = false): readonly Language[] => [
  { id: 'curl', label: 'curl', code: writeCurl(request, showsHeaders) },
  { id: 'js', label: 'JavaScript', code: writeClientCall(request) },
  { id: 'python', label: 'Python', code: writePython(request) },
  { id: 'php', label: 'PHP', code: writePhp(request) },
];

/** The headers with the operator's secrets. */
const SECRETS = {
  operator: ['Authorization: Bearer $ADMIN_TOKEN'],
  backup: ['Authorization: Bearer $ADMIN_TOKEN', 'X-Backup-Token: $BACKUP_TOKEN'],
} as const;

/** Writes a command that writes headers to the standard input of curl. Its lines are as short as a phone is narrow. */
const writeHeaders = (headers: readonly string[]): string =>
  ["printf '%s\\n'", ...headers.map((header) => `"${header}"`)].join(' \\\n  ');

/**
 * The most characters of a line. A longer address is on a line of its own, and a longer query has a line per parameter.
 */
const LINE_LENGTH = 48;

/**
 * Writes a request as a command for a shell. The operator's secrets go through standard input, because other users of a
 * computer can read the arguments of its programs.
 * @param showsHeaders whether the command prints the headers of the response
 */
export function writeCurl(request: SampleRequest, showsHeaders = false): string {
  const { api, method, address, headers = {}, body, access, key, upload } = request;
  const saveAs = request.saveAs ?? (request.response === 'picture' ? pictureFile(request) : undefined);
  const authorization = key === undefined ? `-H "Authorization: Bearer $KEY"` : `-H 'Authorization: Bearer ${key}'`;
  const verb = method === 'GET' || (method === 'POST' && hasBody(request)) ? '' : ` -X ${method}`;
  const isOperators = access === 'operator' || access === 'backup';
  const [path = '', query = ''] = address.split('?');
  // The option -G sends the data in the query of a GET.
  const parameters =
    method === 'GET' && api.length + address.length > LINE_LENGTH && query !== '' ? query.split('&') : [];
  const url = `'${api}${parameters.length > 0 ? path : address}'`;
  const curl = `curl -s${showsHeaders ? 'i' : ''}${parameters.length > 0 ? 'G' : ''}${verb}`;
  const start = `${curl} ${url}`.length > LINE_LENGTH ? [curl, url] : [`${curl} ${url}`];
  const lines = [
    ...(isOperators ? [`${curl} -H @-`, url] : start),
    ...(access === 'key' ? [authorization] : []),
    ...(hasBody(request) ? [`-H 'Content-Type: application/json'`] : []),
    ...Object.entries(headers).map(([name, value]) => `-H '${name}: ${value}'`),
    ...parameters.map((parameter) => `-d '${parameter}'`),
    ...(hasBody(request) ? [`-d '${asWritten(body)}'`] : []),
    ...(upload ? [`-H 'Content-Type: ${upload.type}'`, `--data-binary @${upload.file}`] : []),
    ...(saveAs === undefined ? [] : [`-o ${saveAs}`]),
  ];
  const command = lines.join(' \\\n  ');
  return isOperators ? `${writeHeaders(SECRETS[access])} |\n  ${command}` : command;
}

/** Writes a short body without spaces on one line, and a longer one on several lines. */
const asWritten = (body: unknown): string =>
  JSON.stringify(body).length > LINE_LENGTH ? literal(body, JSON_TEXT, '  ') : JSON.stringify(body);

/** Writes a request as the script of a page sends it, without a library. */
export function writeFetch(request: SampleRequest & { readonly key: string }): string {
  const { api, method, address, body, key } = request;
  const type = hasBody(request) ? { 'Content-Type': 'application/json' } : {};
  return [
    `const response = await fetch('${api}${address}', {`,
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    `  headers: ${literal({ Authorization: `Bearer ${key}`, ...type }, JAVASCRIPT, '  ')},`,
    ...(hasBody(request) ? [`  body: JSON.stringify(${literal(body, JAVASCRIPT, '  ')}),`] : []),
    '});',
    'console.log(await response.json());',
  ].join('\n');
}

const PRINTED_IN_PYTHON: Record<SampleRequest['response'], (request: SampleRequest) => string> = {
  json: () => 'print(response.json())',
  text: () => 'print(response.text)',
  picture: (request) => `open("${pictureFile(request)}", "wb").write(response.content)`,
  nothing: () => 'response.raise_for_status()',
};

/** The most characters of an address on one line. The query of a longer one has a line per parameter. */
const ADDRESS_LENGTH = 60;

/** Writes an address as one text, or as texts that the language joins by `joint`. */
function writeAddress(address: string, { text }: Dialect, joint: string): string {
  const parts = address.length <= ADDRESS_LENGTH ? [address] : address.split(/(?=[?&])/);
  return parts.map(text).join(joint);
}

/** Writes a request for Python, with the library `requests`. */
function writePython(request: SampleRequest): string {
  const { api, method, address, headers = {}, body, key } = request;
  const written = [
    `"Authorization": ${key === undefined ? `f"Bearer {os.environ['KEY']}"` : PYTHON.text(`Bearer ${key}`)}`,
    ...Object.entries(headers).map(([name, value]) => `${PYTHON.key(name)}${PYTHON.text(value)}`),
  ];
  const args = [
    writeAddress(api + address, PYTHON, '\n    '),
    `headers={${written.join(', ')}}`,
    ...(hasBody(request) ? [`json=${literal(body, PYTHON, '    ')}`] : []),
  ];
  return [
    key === undefined ? 'import os, requests' : 'import requests',
    '',
    `response = requests.${method.toLowerCase()}(`,
    ...args.map((arg) => `    ${arg},`),
    ')',
    PRINTED_IN_PYTHON[request.response](request),
  ].join('\n');
}

const PRINTED_IN_PHP: Record<SampleRequest['response'], (request: SampleRequest) => string> = {
  json: () => 'print_r(json_decode(curl_exec($curl)));',
  text: () => 'echo curl_exec($curl);',
  picture: (request) => `file_put_contents('${pictureFile(request)}', curl_exec($curl));`,
  nothing: () => 'curl_exec($curl);',
};

/** Writes a request for PHP, with its extension `curl`. */
function writePhp(request: SampleRequest): string {
  const { api, method, address, headers = {}, body, key } = request;
  const written = [
    key === undefined ? "'Authorization: Bearer ' . getenv('KEY')" : PHP.text(`Authorization: Bearer ${key}`),
    ...(hasBody(request) ? [PHP.text('Content-Type: application/json')] : []),
    ...Object.entries(headers).map(([name, value]) => PHP.text(`${name}: ${value}`)),
  ];
  return [
    '<?php',
    `$curl = curl_init(${writeAddress(api + address, PHP, '\n    . ')});`,
    'curl_setopt_array($curl, [',
    ...(method === 'GET' ? [] : [`    CURLOPT_CUSTOMREQUEST => '${method}',`]),
    '    CURLOPT_HTTPHEADER => [',
    ...written.map((header) => `        ${header},`),
    '    ],',
    ...(hasBody(request) ? [`    CURLOPT_POSTFIELDS => json_encode(${literal(body, PHP, '    ')}),`] : []),
    '    CURLOPT_RETURNTRANSFER => true,',
    ']);',
    PRINTED_IN_PHP[request.response](request),
  ].join('\n');
}
