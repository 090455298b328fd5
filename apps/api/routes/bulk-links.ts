/** POST /v2/links/bulk: changes or deletes up to a hundred links (specification 8.10). */

import { countBulkLinks, countSearch } from '#api/accounts/account-windows';
import { endpoint } from '#api/http/endpoint';
import { json } from '#api/http/response';
import { requireScope } from '#api/http/rights';
import { changeInBulk } from '#api/links/bulk';
import { namedByFilter } from '#api/links/bulk-filter';
import { BulkRecord, bulkRecord, CHANGED_AND_REFUSED } from '#api/links/bulk-record';
import { BulkBody, MAX_BULK, readBulkRequest } from '#api/links/bulk-request';
import { EDIT_REFUSALS } from '#api/links/link-edit';
import { ownerOf } from '#api/links/link-owner';
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
  summary: 'Edit or delete in bulk',
  description: `Edits up to ${MAX_BULK} links in the same way, or deletes them. Name the links with \`shortCodes\` or with \`filter\`.\n\n- The response has one result per link, in the order of \`shortCodes\`. It is 200 even if some links were refused. The others are changed.\n- To delete, or to edit by \`filter\`, send \`confirm\` with the number of links.\n- \`filter\` takes the parameters of [List links](#listLinks), and also needs the scope \`links:read\`. It counts as one search. If it matches more than ${MAX_BULK} links, or needs more than one search, nothing changes.\n- \`addTags\` and \`removeTags\` leave the other tags of a link as they are.\n- The request counts as one call. Its links count in a minute window of the account.`,
  body: {
    schema: BulkBody,
    isReadByHandler: true,
    examples: {
      'Expire in a week': { shortCodes: ['Promo', 'unknown'], change: { expiresIn: 604_800 } },
      'Change tags': { shortCodes: ['Promo'], change: { addTags: ['Spring'], removeTags: ['Winter'] } },
      'By filter': { filter: { tag: 'Winter' }, change: { expiresIn: 604_800 }, confirm: 1 },
      Delete: { shortCodes: ['Promo', 'members'], delete: true, confirm: 2 },
    },
  },
  isIdempotent: true,
  responses: {
    200: json('The result of each link.', BulkRecord, { 'One changed, one refused': CHANGED_AND_REFUSED }),
  },
  refusals: [...EDIT_REFUSALS, 'SEARCHES_EXCEEDED', 'BULK_EXCEEDED'],
  handle: async (c) => {
    const now = c.get('now');
    const key = c.get('key');
    const request = readBulkRequest(c.get('body'), policyFor(c, key));
    requireScope(c, request.edit === null ? 'links:delete' : 'links:write');
    const { links, edit } = request;
    // A filter finds links whose codes the caller does not know, as a list does.
    if ('filter' in links) requireScope(c, 'links:read');
    const owner = ownerOf(key);
    if ('filter' in links) await countSearch(c.env, owner.accountId, now);
    const denylist = await currentDenylist(c.env, now);
    const named =
      'filter' in links ? await namedByFilter(c.env, owner, links.filter, request, { denylist, now }) : links;
    if (named.named.length > 0) await countBulkLinks(c.env, key, named.named.length, now);
    const outcomes = await changeInBulk(c.env, owner, named, edit, now);
    const { shortBaseUrl } = c.get('config');
    return c.json(bulkRecord(named.named, outcomes, { shortBaseUrl, denylist, now }));
  },
});
