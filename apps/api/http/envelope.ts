/** The envelope of every error, as a schema: for the API's description, and for the tests that hold every answer to it. */
import * as z from 'zod';
import { REASON_PHRASES } from '#domain/error-row';
import type { Extra } from '#domain/errors';
import { Timestamp } from './timestamp';

/** What every envelope has. */
export const COMMON_FIELDS = {
  statusCode: z.int().min(400).max(599),
  timestamp: Timestamp,
  path: z.string().regex(/^\//).describe('Of the request, without its query.'),
  method: z.string(),
  message: z.string().describe('For people. Program against `errorType`.'),
  error: z.enum(Object.values(REASON_PHRASES)),
  errorType: z.string().regex(/^[A-Z][A-Z_]*[A-Z]$/),
};

/** What some carry: the error table says which. */
export const EXTRA_FIELDS = {
  retryAfter: z.int().min(1).describe('Seconds, as in the header Retry-After.'),
  resetDate: Timestamp.describe('When the month ends.'),
  requestId: z.string().min(1).describe('Tell it to whoever runs the service: the log has it too.'),
} satisfies Record<Extra, z.ZodType>;

export const Envelope = z.strictObject({ ...COMMON_FIELDS, ...z.object(EXTRA_FIELDS).partial().shape });
export type Envelope = z.output<typeof Envelope>;
