/** Fields that several of the operator's bodies share. */
import * as z from 'zod';
import { PLANS } from '#domain/plans';

export const Name = z
  .string('name must be a string')
  .regex(/^[\x20-\x7e]{1,100}$/, 'name must be 1 to 100 printable ASCII characters')
  .refine((name) => name.trim() === name, 'name must not begin or end with a space');

export const PlanName = z.enum(PLANS, `plan must be one of ${PLANS.join(', ')}`);
