/** Parts of paths. Nothing is refused for its form: what names nothing is not found. */
import * as z from 'zod';

export const ShortCode = z.string().meta({
  description: 'Generated code, or the alias. Upper and lower case are the same.',
  examples: ['promo'],
});

export const AccountId = z.string().meta({ description: 'Id of an account.', examples: ['a4Tq81ZkX0bM'] });

export const KeyId = z.string().meta({ description: 'Id of a key.', examples: ['Jx3vT9aQmW5c'] });

export const UpgradeId = z
  .string()
  .meta({ description: 'Id of a request for a higher plan.', examples: ['u7Kc20YbW9dN'] });
