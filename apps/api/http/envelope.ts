/** The schema of the error envelope (specification 3.1). /openapi.json and the tests of error responses use it. */
import * as z from 'zod';
import { REASON_PHRASES } from '#domain/error-row';
import type { Extra } from '#domain/errors';
import { Timestamp } from './timestamp';

/** The fields of every envelope. */
export const COMMON_FIELDS = {
  statusCode: z.int().min(400).max(599).describe('The HTTP status.'),
  timestamp: Timestamp,
  path: z.string().regex(/^\//).describe('The path of the request, without its query.'),
  method: z.string().describe('The method of the request.'),
  message: z.string().describe('A text for people. Programs should use `errorType`.'),
  error: z.enum(Object.values(REASON_PHRASES)).describe('The name of the HTTP status.'),
  errorType: z
    .string()
    .regex(/^[A-Z][A-Z_]*[A-Z]$/)
    .describe('Stable name of the error.'),
};

/** The fields of some envelopes. The error table names the fields of each error. */
export const EXTRA_FIELDS = {
  retryAfter: z.int().min(1).describe('The seconds to wait, as in the header Retry-After.'),
  resetDate: Timestamp.describe('The end of the month.'),
  requestId: z
    .string()
    .min(1)
    .describe('The id of the request in the operator’s log. Send it to the operator with your question.'),
} satisfies Record<Extra, z.ZodType>;

export const Envelope = z.strictObject({ ...COMMON_FIELDS, ...z.object(EXTRA_FIELDS).partial().shape });
export type Envelope = z.output<typeof Envelope>;
