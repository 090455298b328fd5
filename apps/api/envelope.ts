/** The envelope of every error, as a schema: for the API's description, and for the tests that hold every answer to it. */
import * as z from 'zod';
import { REASON_PHRASES } from '#domain/error-row';
import { Timestamp } from './link-record';

export const Envelope = z.strictObject({
  statusCode: z.int().min(400).max(599),
  timestamp: Timestamp,
  path: z.string().startsWith('/'),
  method: z.string().min(1),
  message: z.string().min(1),
  error: z.enum(Object.values(REASON_PHRASES)),
  errorType: z.string().regex(/^[A-Z][A-Z_]*[A-Z]$/),
  retryAfter: z.int().min(1).optional(),
  resetDate: Timestamp.optional(),
  requestId: z.string().min(1).optional(),
});
export type Envelope = z.output<typeof Envelope>;
