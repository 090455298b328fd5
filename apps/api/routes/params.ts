/**
 * The path parameters. The schemas allow any text, because a text that identifies nothing is 404 (specification 2.1).
 */
import * as z from 'zod';

export const ShortCode = z.string().meta({
  description: 'The generated code or the alias. Upper and lower case are the same.',
  examples: ['promo'],
});

export const AccountId = z.string().meta({ description: 'The id of an account.', examples: ['a4Tq81ZkX0bM'] });

export const KeyId = z.string().meta({ description: 'The id of a key.', examples: ['Jx3vT9aQmW5c'] });

export const UpgradeId = z
  .string()
  .meta({ description: 'The id of a request for a higher plan.', examples: ['u7Kc20YbW9dN'] });

export const TagName = z.string().meta({
  description: 'The name of a tag. Upper and lower case are the same.',
  examples: ['Winter'],
});
