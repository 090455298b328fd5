/** The forms of the QR studio: those that the account keeps for every link. Its options are a GET form (qr.tsx). */
import { MAX_LOGO_BYTES, MAX_LOGO_SIDE } from '#api/qr/logo';
import { formatCount } from '../components';
import { defineForm, type Field } from '../forms/form';

const STUDIO = '/console/links/:code/qr';

const LIMIT = `at most ${MAX_LOGO_BYTES / 1_000} kB and ${formatCount(MAX_LOGO_SIDE)} pixels a side`;

/** The options that the page shows, as a query, so that no form loses them. */
const query: Field = { label: 'Options', kind: 'hidden' };

export const UPLOAD_LOGO = defineForm({
  isRepeatable: true,
  path: `${STUDIO}/logo`,
  page: STUDIO,
  fields: {
    query,
    logo: {
      label: 'Logo',
      kind: 'file',
      hint: `A PNG of ${LIMIT}.`,
      tooLong: `This file is too large: a logo has ${LIMIT}.`,
      rule: (base64) => (base64 === '' ? 'Choose a file first.' : undefined),
      input: { accept: 'image/png', 'data-logo': '' },
    },
  },
});

/** The messages about a file that is no logo. */
export const LOGO_FAULTS = {
  NOT_PNG: 'This file cannot be read as a PNG. Choose another one, or save the logo as PNG, then try again.',
  TOO_MANY_BYTES: `This file is too large: a logo has ${LIMIT}.`,
  TOO_MANY_PIXELS: `This picture is too large: a logo has ${LIMIT}.`,
  INTERLACED: 'This PNG is interlaced. Save it without interlacing, then try again.',
} as const;

export const REMOVE_LOGO = defineForm({
  isRepeatable: true,
  path: `${STUDIO}/logo/remove`,
  page: STUDIO,
  fields: { query },
});

export const KEEP_LOOK = defineForm({
  isRepeatable: true,
  path: `${STUDIO}/look`,
  page: STUDIO,
  fields: {
    query,
    color: { label: 'Code colour', kind: 'hidden' },
    bgColor: { label: 'Background', kind: 'hidden' },
    logo: { label: 'Logo', kind: 'hidden' },
  },
});
