/** Queries that refuse unknown parameters: a mistyped `serach` would list everything (specification 2.6). */
import * as z from 'zod';

/** Makes the schema of an object with these parameters and no others. Its message names the first unknown one. */
export const strictQuery = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? `${issue.keys[0]} is not a parameter here` : undefined),
  });
