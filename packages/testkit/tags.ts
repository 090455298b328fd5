import { env } from 'cloudflare:workers';
import { MAX_TAGS_OF_ACCOUNT } from '#domain/link';

/** Gives an account tags named `tag 0`, `tag 1` …, without links. @param count the most that an account may have */
export async function fillTags(accountId: string, count = MAX_TAGS_OF_ACCOUNT): Promise<void> {
  const insert = `INSERT INTO tags (id, account_id, key, name)
    SELECT ?2 || ' ' || value, ?2, 'tag ' || value, 'tag ' || value FROM json_each(?1)`;
  await env.DB.prepare(insert)
    .bind(JSON.stringify([...Array(count).keys()]), accountId)
    .run();
}
