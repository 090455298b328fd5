/** A query whose unknown parameters are refused: a mistyped `serach` would list everything (specification 2.6). */
import * as z from 'zod';

/** An object of these parameters and no others. Its refusal names the first that is unknown. */
export const strictQuery = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? `${issue.keys[0]} is not a parameter here` : undefined),
  });
