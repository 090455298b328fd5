/** Before the tests of a file: the tables, by the same migrations as everywhere. */
import { applyD1Migrations } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeAll } from 'vitest';

beforeAll(() => applyD1Migrations(env.DB, env.TEST_MIGRATIONS));
