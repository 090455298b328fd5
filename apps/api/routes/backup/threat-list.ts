/** GET and PUT /admin/backup/threat-list: the imported threat list, which is only in KV (specification 13.13). */
import { endpoint } from '#api/http/endpoint';
import { checkEncoding } from '#api/http/json-body';
import { file, nothing } from '#api/http/response';
import { kvAnswer } from '#api/platform/kv-answer';
import { IMPORTED_LIST_KEY, ImportedList } from '#api/threats/imported-list';
import { Refusal } from '#domain/refusal';

/** The greatest number of bytes of a value in KV. */
const MAX_BYTES = 25 * 2 ** 20;
const TYPE = 'application/octet-stream';

export const getThreatListEndpoint = endpoint({
  method: 'GET',
  path: '/admin/backup/threat-list',
  access: 'backup',
  tag: 'Operator',
  id: 'getThreatList',
  summary: 'Read the imported threat list',
  description: 'Returns the imported threat list in binary form. It is empty if no list was imported.',
  responses: { 200: file('The list.', [TYPE]) },
  refusals: [],
  handle: async (c) => {
    const list = await kvAnswer(c.env.ROUTES.get(IMPORTED_LIST_KEY, 'stream'));
    return new Response(list, { headers: { 'Content-Type': TYPE } });
  },
});

const NO_LIST = () => new Refusal('RESTORE_REFUSED', { detail: 'The body must be a threat list of a backup' });

/** Reads a list from the body. @throws Refusal RESTORE_REFUSED for one that is no list, or longer than a value of KV */
async function listOf(request: Request): Promise<ArrayBuffer> {
  if (Number(request.headers.get('Content-Length') ?? 0) > MAX_BYTES) throw NO_LIST();
  try {
    const bytes = await request.arrayBuffer();
    if (bytes.byteLength > MAX_BYTES) throw NO_LIST();
    new ImportedList(bytes);
    return bytes;
  } catch {
    throw NO_LIST();
  }
}

export const putThreatListEndpoint = endpoint({
  method: 'PUT',
  path: '/admin/backup/threat-list',
  access: 'backup',
  tag: 'Operator',
  id: 'putThreatList',
  summary: 'Replace the imported threat list',
  upload: TYPE,
  description: 'Replaces the list with one that you read with `GET`. At most 25 MiB. It takes effect within 5 minutes.',
  responses: { 204: nothing('The list is stored.') },
  refusals: ['CONTENT_ENCODING', 'RESTORE_REFUSED'],
  handle: async (c) => {
    checkEncoding(c);
    await kvAnswer(c.env.ROUTES.put(IMPORTED_LIST_KEY, await listOf(c.req.raw)));
    return c.body(null, 204);
  },
});
