/** The schema of the error envelope (specification 3.1), for /openapi.json and for tests of every error response. */
import * as z from 'zod';
import { REASON_PHRASES } from '#domain/error-row';
import type { Extra } from '#domain/errors';
import { Timestamp } from './timestamp';

/** The fields of every envelope. */
export const COMMON_FIELDS = {
  statusCode: z.int().min(400).max(599),
  timestamp: Timestamp,
  path: z.string().regex(/^\//).describe('The path of the request, without its query.'),
  method: z.string(),
  message: z.string().describe('For people. Program against `errorType`.'),
  error: z.enum(Object.values(REASON_PHRASES)),
  errorType: z.string().regex(/^[A-Z][A-Z_]*[A-Z]$/),
};

/** The fields of some envelopes; the error table says which. */
export const EXTRA_FIELDS = {
  retryAfter: z.int().min(1).describe('Seconds, as in the header Retry-After.'),
  resetDate: Timestamp.describe('The end of the month.'),
  requestId: z.string().min(1).describe('Give it to the operator of the service, whose log has it too.'),
} satisfies Record<Extra, z.ZodType>;

export const Envelope = z.strictObject({ ...COMMON_FIELDS, ...z.object(EXTRA_FIELDS).partial().shape });
export type Envelope = z.output<typeof Envelope>;
