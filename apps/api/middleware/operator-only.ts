/** Refuses with 401 without the operator's token (specification 13.1). */
import { bearerOf } from '#api/http/bearer';
import { stage } from '#api/http/stage';
import { Refusal } from '#domain/refusal';

const encoder = new TextEncoder();

/** Compares digests, so that the time taken reveals neither length nor content. */
async function sameText(a: string, b: string): Promise<boolean> {
  const [x, y] = await Promise.all([a, b].map((text) => crypto.subtle.digest('SHA-256', encoder.encode(text))));
  return crypto.subtle.timingSafeEqual(x as ArrayBuffer, y as ArrayBuffer);
}

export const operatorOnly = stage({ refuses: ['ADMIN_TOKEN_INVALID'] }, async (c, next) => {
  const { adminToken } = c.get('config');
  const token = bearerOf(c.req.header('Authorization'));
  if (token === null || adminToken === undefined || !(await sameText(token, adminToken)))
    throw new Refusal('ADMIN_TOKEN_INVALID');
  await next();
});
