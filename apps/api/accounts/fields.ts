/** Schemas of fields that several request bodies of the operator share. */
import * as z from 'zod';
import { nameFault } from '#domain/names';
import { PLANS } from '#domain/plans';

/** The name of a key. It is ASCII, because the header X-API-Key-Name contains it. */
export const KeyName = z
  .string('name must be a string')
  .regex(/^[\x20-\x7e]{1,100}$/, 'name must be 1 to 100 printable ASCII characters')
  .refine((name) => name.trim() === name, 'name must not begin or end with a space')
  .describe('The name of the key: 1 to 100 printable ASCII characters.');

const NAME_RULE = 'name must be one line of 1 to 100 characters';

export const AccountName = z
  .string('name must be a string')
  .trim()
  .refine((name) => nameFault(name) === null, NAME_RULE)
  .describe('The name of the account: one line of 1 to 100 characters in any script.');

export const PlanName = z.enum(PLANS, `plan must be one of ${PLANS.join(', ')}`);
