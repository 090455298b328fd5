/** POST /admin/links/:shortCode/unblock: lifts a block, and accepts the destination (answers, section 13). */
import { json } from '../../answer';
import { endpoint } from '../../endpoint';
import { unblockLink as unblock } from '../../link-changes';
import { ShortCode } from '../params';
import { BLOCKED_LINK, LinkState, linkState } from './link-state';

export const unblockLink = endpoint({
  method: 'POST',
  path: '/admin/links/:shortCode/unblock',
  access: 'operator',
  tag: 'Operator',
  id: 'unblockLink',
  summary: 'Unblock a link',
  description:
    'Lifts a block, whether you or a threat list set it, and accepts the destination: no later look blocks it again, and one that could not be judged waits no more. That ends when its owner leads the link elsewhere or takes a dead one’s alias again, and when you block it. Blocked hosts hold in any case.',
  params: { shortCode: ShortCode },
  answers: {
    200: json('The link is not blocked.', LinkState, { free: { ...BLOCKED_LINK, blocked: false, reason: null } }),
  },
  refusals: ['LINK_NOT_FOUND'],
  handle: async (c) => c.json(linkState(await unblock(c.env, c.req.param('shortCode'), c.get('now')))),
});
