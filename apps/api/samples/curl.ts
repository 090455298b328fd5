import { hasBody, type SampleRequest } from './request';

/** The headers with the operator's secrets. */
const SECRETS = {
  operator: ['Authorization: Bearer $ADMIN_TOKEN'],
  backup: ['Authorization: Bearer $ADMIN_TOKEN', 'X-Backup-Token: $BACKUP_TOKEN'],
} as const;

/** Writes a command that writes headers to the standard input of curl. Its lines are as short as a phone is narrow. */
const writerOf = (headers: readonly string[]): string =>
  ["printf '%s\\n'", ...headers.map((header) => `"${header}"`)].join(' \\\n  ');

/** The most characters of the first line. A longer one has its address on a line of its own. */
const LINE_LENGTH = 56;

/**
 * Writes a request as a command for a shell. The operator's secrets go through standard input, because other users of a
 * computer can read the arguments of its programs.
 * @param showsHeaders whether the command prints the headers of the response
 */
export function curlOf(request: SampleRequest, showsHeaders = false): string {
  const { api, method, address, headers = {}, body, access, key, upload } = request;
  const saveAs = request.saveAs ?? (request.answer === 'picture' ? 'link.png' : undefined);
  const authorization = key === undefined ? `-H "Authorization: Bearer $KEY"` : `-H 'Authorization: Bearer ${key}'`;
  const verb = method === 'GET' || (method === 'POST' && hasBody(request)) ? '' : ` -X ${method}`;
  const isOperators = access === 'operator' || access === 'backup';
  const curl = `curl -s${showsHeaders ? 'i' : ''}${verb}`;
  const call = `${curl} '${api}${address}'`;
  const start = call.length > LINE_LENGTH ? [curl, `'${api}${address}'`] : [call];
  const lines = [
    ...(isOperators ? [`${curl} -H @-`, `'${api}${address}'`] : start),
    ...(access === 'key' ? [authorization] : []),
    ...(hasBody(request) ? [`-H 'Content-Type: application/json'`] : []),
    ...Object.entries(headers).map(([name, value]) => `-H '${name}: ${value}'`),
    ...(hasBody(request) ? [`-d '${asWritten(body)}'`] : []),
    ...(upload ? [`-H 'Content-Type: ${upload.type}'`, `--data-binary @${upload.file}`] : []),
    ...(saveAs === undefined ? [] : [`-o ${saveAs}`]),
  ];
  const command = lines.join(' \\\n  ');
  return isOperators ? `${writerOf(SECRETS[access])} |\n  ${command}` : command;
}

/** Writes a short body on one line, and a longer one with one line per property. */
const asWritten = (body: unknown): string =>
  JSON.stringify(body).length > 60 ? JSON.stringify(body, null, 2).replaceAll('\n', '\n  ') : JSON.stringify(body);
