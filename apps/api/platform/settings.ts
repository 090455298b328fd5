/**
 * The operator's settings. A change holds everywhere within 30 seconds, without a deployment (specification 13.4 and
 * 15.1).
 */
import type { Settings } from '#domain/settings';
import { logFault } from '#store/faults';
import { makeIsolateCopy } from '#store/isolate';
import { type Env, parseConfig } from './env';

/** The age at which an isolate reads the settings again, before it responds. */
const TTL_MS = 20_000;
const RETRY_AFTER_MS = 5_000;
const READ_LIMIT_MS = 1_000;

const copy = makeIsolateCopy<Env, Settings>({
  ttlMs: TTL_MS,
  retryAfterMs: RETRY_AFTER_MS,
  limitMs: READ_LIMIT_MS,
  read: readSettings,
  fallback: (env) => parseConfig(env).settings,
  onFault: (fault) => logFault(fault, { doing: 'read settings' }),
});

/**
 * Returns the settings. While D1 does not respond, it returns the last copy, or in a new isolate the variables' values.
 */
export const currentSettings = async (env: Env, now: number): Promise<Settings> => copy.get(env, now);

const SELECT = 'SELECT name, value FROM settings';

/**
 * Reads the settings from D1. Drizzle is not used, because every request with a key would have to load it.
 * @throws what D1 throws
 */
export async function readSettings(env: Env): Promise<Settings> {
  const { results: rows } = await env.DB.prepare(SELECT).all<{ name: string; value: string }>();
  const { activeKeys, linkQuota, ...switches } = parseConfig(env).settings;
  const read: Settings = { ...switches, activeKeys: { ...activeKeys }, linkQuota: { ...linkQuota } };
  for (const { name, value } of rows)
    assign(read as unknown as Record<string, unknown>, name.split('.'), JSON.parse(value));
  return read;
}

/** Takes the settings that this isolate has just read after a change. */
export const keepSettings = (env: Env, settings: Settings, now: number): void => copy.set(env, settings, now);

/** Assigns a stored value to its setting. It ignores a setting of another version. */
function assign(settings: Record<string, unknown>, [name = '', plan]: string[], value: unknown): void {
  if (!Object.hasOwn(settings, name)) return;
  if (plan === undefined) settings[name] = value;
  else (settings[name] as Record<string, unknown>)[plan] = value;
}
