/** Refuses requests without the operator's token with 401 (specification 13.1). */

import { Refusal } from '#domain/refusal';
import { bearerOf } from './bearer';
import { stage } from './stage';

const encoder = new TextEncoder();

/** Compares two texts by their digests, so that the time of the comparison reveals neither length nor content. */
export async function areEqual(a: string, b: string): Promise<boolean> {
  const [x, y] = await Promise.all([a, b].map((text) => crypto.subtle.digest('SHA-256', encoder.encode(text))));
  return crypto.subtle.timingSafeEqual(x as ArrayBuffer, y as ArrayBuffer);
}

export const operatorOnly = stage({ refuses: ['ADMIN_TOKEN_INVALID'] }, async (c, next) => {
  const { adminToken } = c.get('config');
  const token = bearerOf(c.req.header('Authorization'));
  if (token === null || adminToken === undefined || !(await areEqual(token, adminToken)))
    throw new Refusal('ADMIN_TOKEN_INVALID');
  await next();
});
