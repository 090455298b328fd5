/** POST /v2/links/bulk: changes or deletes up to a hundred links (specification 8.10). */

import { endpoint } from '#api/http/endpoint';
import { json } from '#api/http/response';
import { changeInBulk } from '#api/links/bulk';
import { BulkRecord, bulkRecord, CHANGED_AND_REFUSED } from '#api/links/bulk-record';
import { BulkBody, MAX_BULK, readBulkRequest } from '#api/links/bulk-request';
import { EDIT_REFUSALS } from '#api/links/link-edit';
import { policyFor } from '#api/links/link-request';
import { currentDenylist } from '#store/denylist-copy';

export const bulkLinksEndpoint = endpoint({
  method: 'POST',
  path: '/v2/links/bulk',
  access: 'key',
  scope: { oneOf: ['links:write', 'links:delete'] },
  reach: 'links',
  tag: 'Links',
  id: 'bulkLinks',
  summary: 'Change or delete many links',
  description: `Changes up to ${MAX_BULK} links in the same way, by the rules of an edit, or deletes them. The response has one result per link, in the order of \`shortCodes\`. A refused link does not stop the others, and the response is 200 even then. A deletion needs \`confirm\`: the number of items of \`shortCodes\`. The request counts as one request in the window and as one call in the month.`,
  body: {
    schema: BulkBody,
    isReadByHandler: true,
    examples: {
      'another week for two links': { shortCodes: ['Promo', 'unknown'], change: { expiresIn: 604_800 } },
      'a deletion': { shortCodes: ['Promo', 'members'], delete: true, confirm: 2 },
    },
  },
  isIdempotent: true,
  responses: {
    200: json('The result of each link.', BulkRecord, { 'one changed, one refused': CHANGED_AND_REFUSED }),
  },
  refusals: EDIT_REFUSALS,
  handle: async (c) => {
    const now = c.get('now');
    const { accountId } = c.get('key');
    const request = readBulkRequest(c.get('body'), policyFor(c, c.get('key')));
    const outcomes = await changeInBulk(c.env, accountId, request, now);
    const { shortBaseUrl } = c.get('config');
    return c.json(
      bulkRecord(request.named, outcomes, { shortBaseUrl, denylist: await currentDenylist(c.env, now), now }),
    );
  },
});
