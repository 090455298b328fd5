/** The forms that change a link, one for each fact. Each is on the page of the link. */
import type { Fact } from '../../link-facts';
import { defineForm, type Field, type Form } from '../form';
import { DETAIL_FIELDS, LIFETIME_UNIT, NUMBER, PASSWORD, URL_FIELD } from './links';

/** A digest of the fact as the page showed it. The handler detects a concurrent change by it (edit-conflict.ts). */
const seen: Field = { label: 'The link as it was', kind: 'hidden' };

/** The message for a text that is no number. The rules of the API judge every number. */
const wholeNumber = (text: string) =>
  Number.isNaN(Number(text)) ? 'This must be a whole number, like 30.' : undefined;

const editOf = (fact: Fact, fields: Record<string, Field>): Form =>
  defineForm({ path: `/console/links/:code/${fact}`, page: '/console/links/:code', fields: { seen, ...fields } });

export const EDITS: Readonly<Record<Fact, Form>> = {
  destination: editOf('destination', { url: URL_FIELD }),
  end: editOf('end', {
    expiresIn: { label: 'New end, from now on', rule: wholeNumber, input: NUMBER },
    unit: LIFETIME_UNIT,
    endless: { label: 'Remove the end', kind: 'tick' },
  }),
  limit: editOf('limit', {
    maxClicks: {
      label: 'Click limit',
      rule: wholeNumber,
      hint: 'Counts all clicks since the link was made. Empty: no limit.',
      input: NUMBER,
    },
  }),
  password: editOf('password', {
    password: { ...PASSWORD, label: 'New password', without: 'Leave the password as it is' },
    open: { label: 'Remove the password', kind: 'tick' },
  }),
  title: editOf('title', { title: DETAIL_FIELDS.title }),
  tags: editOf('tags', { tags: DETAIL_FIELDS.tags }),
  notes: editOf('notes', { notes: DETAIL_FIELDS.notes }),
  'own-id': editOf('own-id', { externalId: DETAIL_FIELDS.externalId }),
};
