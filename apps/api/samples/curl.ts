import { JSON_TEXT, literal } from './literal';
import { hasBody, pictureFile, type SampleRequest } from './request';

/** The headers with the operator's secrets. */
const SECRETS = {
  operator: ['Authorization: Bearer $ADMIN_TOKEN'],
  backup: ['Authorization: Bearer $ADMIN_TOKEN', 'X-Backup-Token: $BACKUP_TOKEN'],
} as const;

/** Writes a command that writes headers to the standard input of curl. Its lines are as short as a phone is narrow. */
const writerOf = (headers: readonly string[]): string =>
  ["printf '%s\\n'", ...headers.map((header) => `"${header}"`)].join(' \\\n  ');

/** The most characters of a line. A longer address is on a line of its own, and a longer query has a line per parameter. */
const LINE_LENGTH = 48;

/**
 * Writes a request as a command for a shell. The operator's secrets go through standard input, because other users of a
 * computer can read the arguments of its programs.
 * @param showsHeaders whether the command prints the headers of the response
 */
export function curlOf(request: SampleRequest, showsHeaders = false): string {
  const { api, method, address, headers = {}, body, access, key, upload } = request;
  const saveAs = request.saveAs ?? (request.answer === 'picture' ? pictureFile(request) : undefined);
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
  return isOperators ? `${writerOf(SECRETS[access])} |\n  ${command}` : command;
}

/** Writes a short body without spaces on one line, and a longer one on several lines. */
const asWritten = (body: unknown): string =>
  JSON.stringify(body).length > LINE_LENGTH ? literal(body, JSON_TEXT, '  ') : JSON.stringify(body);
