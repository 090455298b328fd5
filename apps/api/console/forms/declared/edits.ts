/** The forms that change a link, one for each fact. Each is on the page of the link. */
import type { Fact } from '../../link-facts';
import { defineForm, type Field, type Form } from '../form';
import {
  CLICK_LIMIT,
  DETAIL_FIELDS,
  EXPIRES_AFTER,
  LIFETIME,
  LIFETIME_UNIT,
  PASSWORD,
  PICKED_TAGS,
  URL_FIELD,
} from './links';

/** A digest of the fact as the page showed it. The handler detects a concurrent change by it (edit-conflict.ts). */
const seen: Field = { label: 'The link as it was', kind: 'hidden' };

const editOf = (fact: Fact, fields: Record<string, Field>): Form =>
  defineForm({
    path: `/console/links/:code/${fact}`,
    page: '/console/links/:code',
    failed: 'Nothing was changed.',
    fields: { seen, ...fields },
  });

export const EDITS: Readonly<Record<Fact, Form>> = {
  destination: editOf('destination', { url: URL_FIELD }),
  end: editOf('end', {
    lifetime: LIFETIME,
    expiresIn: EXPIRES_AFTER,
    unit: LIFETIME_UNIT,
  }),
  limit: editOf('limit', {
    maxClicks: {
      ...CLICK_LIMIT,
      label: 'New limit',
      hint: 'Counts all clicks since the link was created. Leave empty for no limit.',
    },
  }),
  password: editOf('password', {
    password: { ...PASSWORD, label: 'New password', without: 'Leave the password as it is' },
    open: { label: 'Remove the password', kind: 'tick' },
  }),
  title: editOf('title', { title: DETAIL_FIELDS.title }),
  tags: editOf('tags', { picked: PICKED_TAGS, tags: DETAIL_FIELDS.tags }),
  notes: editOf('notes', { notes: DETAIL_FIELDS.notes }),
  'own-id': editOf('own-id', { externalId: DETAIL_FIELDS.externalId }),
};
