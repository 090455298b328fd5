/**
 * All forms that need a session. The redirect to the sign-in page finds the declaration of a sent form here.
 * every-form.test.ts checks that no page has another form.
 */
import {
  ADD_PASSKEY,
  DELETE_ACCOUNT,
  END_OTHER_SESSIONS,
  END_SESSION,
  NAME_ACCOUNT,
  NAME_PASSKEY,
  REMOVE_PASSKEY,
  REQUEST_PLAN,
  WITHDRAW_PLAN,
} from '../account/forms';
import { END_TEXT, NAME_KEY, NEW_KEY, RESTRICT_KEY, REVOKE_KEY, ROTATE_KEY, SWITCH_KEY } from '../keys/forms';
import { CHANGE_LINKS, DELETE_LINK, EDITS, NEW_LINK, SEVERAL_LINKS, UNDO } from '../links/forms';
import { KEEP_LOOK, REMOVE_LOGO, UPLOAD_LOGO } from '../qr/forms';
import { CHANGE_TAG, DELETE_TAG, MERGE_TAG } from '../tags/tag';
import { CHANGE_TEMPLATE, DELETE_TEMPLATE, NEW_TEMPLATE } from '../templates/forms';
import type { Form } from './form';

/** The first matching path counts, so `/sessions/others/end` comes before `/sessions/:id/end`. */
export const FORMS: readonly Form[] = [
  NEW_LINK,
  SEVERAL_LINKS,
  ...Object.values(EDITS),
  DELETE_LINK,
  CHANGE_LINKS,
  UNDO,
  UPLOAD_LOGO,
  REMOVE_LOGO,
  KEEP_LOOK,
  CHANGE_TAG,
  DELETE_TAG,
  MERGE_TAG,
  NEW_TEMPLATE,
  CHANGE_TEMPLATE,
  DELETE_TEMPLATE,
  NEW_KEY,
  NAME_KEY,
  RESTRICT_KEY,
  ROTATE_KEY,
  END_TEXT,
  SWITCH_KEY,
  REVOKE_KEY,
  REQUEST_PLAN,
  WITHDRAW_PLAN,
  NAME_ACCOUNT,
  DELETE_ACCOUNT,
  ADD_PASSKEY,
  NAME_PASSKEY,
  REMOVE_PASSKEY,
  END_OTHER_SESSIONS,
  END_SESSION,
];
