/** The product as a target: both workers of a checkout in one workerd. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { unstable_splitSqlQuery as splitSql } from 'wrangler';
import { builtFiles } from '../testkit/built-files';
import { workerOf } from './bundle';
import { ADMIN_TOKEN, Service } from './service';
import { Target } from './target';

export const API_CONFIG = 'wrangler.api.toml';
export const REDIRECT_CONFIG = 'wrangler.redirect.toml';
const API = 'swiftlet-api';
const REDIRECT = 'swiftlet-redirect';

/** The number of keys of the account: so many that no load reaches 5,000 requests a minute with one key. */
const KEYS = 64;
/** The origin of the console, which has no address of its own here. */
export const CONSOLE_ORIGIN = 'http://localhost';
const VARIABLES = {
  CONSOLE_ORIGIN,
  ADMIN_TOKEN,
  PEPPER: 'a-pepper-of-forty-characters-xxxxxxxxxxxx',
  REQUIRE_HTTPS: 'off',
  ACTIVE_KEYS: `PRO=${KEYS}`,
};

/** The product has an account with links. */
export type Product = { readonly target: Target; readonly service: Service };

/** Builds and starts the workers of a checkout. */
export async function startProduct(root: string, folder: string): Promise<Product> {
  const serviceBindings = { ASSETS: builtFiles(root) };
  const workers = [
    { ...(await workerOf(path.join(root, API_CONFIG), API, VARIABLES)), serviceBindings },
    await workerOf(path.join(root, REDIRECT_CONFIG), REDIRECT, VARIABLES),
  ];
  const target = await Target.start(workers, folder);
  await migrate(await target.miniflare.getD1Database('DB', API), path.join(root, 'migrations'));
  return { target, service: await Service.at(target.port(API), target.port(REDIRECT), KEYS) };
}

async function migrate(database: D1Database, folder: string): Promise<void> {
  for (const file of readdirSync(folder).sort())
    for (const sql of splitSql(readFileSync(path.join(folder, file), 'utf8'))) await database.prepare(sql).run();
}
