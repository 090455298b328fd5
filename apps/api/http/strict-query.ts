/**
 * Schemas of queries that refuse unknown parameters (specification 2.6). A mistyped `serach` would otherwise list
 * everything.
 */
import * as z from 'zod';

/** Returns the schema of a query with these parameters only. The refusal names the first unknown parameter. */
export const strictQuery = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? `${issue.keys[0]} is not a parameter here` : undefined),
  });
