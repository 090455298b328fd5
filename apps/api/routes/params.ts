/**
 * The path parameters. The schemas allow any text, because a text that identifies nothing is 404 (specification 2.1).
 */
import * as z from 'zod';

export const ShortCode = z.string().meta({
  description: 'The generated code or the alias. Not case-sensitive.',
  examples: ['Promo'],
});

export const AccountId = z.string().meta({ description: 'The ID of the account.', examples: ['a4Tq81ZkX0bM'] });

export const KeyId = z.string().meta({ description: 'The ID of the key.', examples: ['Jx3vT9aQmW5c'] });

export const UpgradeId = z.string().meta({ description: 'The ID of the upgrade request.', examples: ['u7Kc20YbW9dN'] });

export const TagName = z.string().meta({
  description: 'The name of the tag. Not case-sensitive.',
  examples: ['Winter'],
});
