/** The signed-in owner, as the log of the account names who has done something (docs/design/console-and-forms.md). */
import type { Actor } from '#domain/account-events';
import { agentOf } from './agent';
import type { ConsoleContext } from './context';

export const actorOf = (c: ConsoleContext, sessionId = c.get('sessionId')): Actor => ({
  kind: 'owner',
  id: sessionId,
  name: agentOf(c.req.header('User-Agent')),
});
