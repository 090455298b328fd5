import { expect, it } from 'vitest';
import { findNotice } from './notices';

it('a notice leads with its words up to the first full stop or colon', () => {
  expect(findNotice('text-ended')).toEqual({
    lead: 'The previous secret has ended:',
    rest: 'calls with it get 401 from now on.',
    isSuccess: true,
  });
  expect(findNotice('session-over')).toEqual({
    lead: 'Your session has ended.',
    rest: 'What you typed is kept here for an hour, except for passwords.',
    isSuccess: false,
  });
  expect(findNotice('link-made')).toEqual({ lead: 'The link is created.', rest: '', isSuccess: true });
  expect([findNotice('constructor'), findNotice(undefined)]).toEqual([undefined, undefined]);
});
