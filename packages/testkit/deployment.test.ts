/** The settings that the two wrangler files deploy. */
import { describe, expect, it } from 'vitest';
import { unstable_readConfig as readConfig } from 'wrangler';

describe.each(['wrangler.api.toml', 'wrangler.redirect.toml'])('%s', (config) => {
  const { observability, logpush, tail_consumers, workers_dev, preview_urls, vars } = readConfig({ config });

  it('stores the workers’ own log lines, and no line of the platform with a request’s headers', () => {
    expect(observability).toMatchObject({ enabled: true, logs: { enabled: true, invocation_logs: false } });
    // A trace contains the URL of a request, and the address of its visitor.
    expect(observability?.traces?.enabled ?? false).toBe(false);
  });

  it('sends no log anywhere', () => {
    expect(logpush ?? false).toBe(false);
    expect(tail_consumers ?? []).toEqual([]);
    expect(observability?.logs?.destinations ?? []).toEqual([]);
  });

  it('leaves the jurisdiction of the objects to the operator', () => {
    expect(vars.JURISDICTION).toBe('');
  });

  it('serves the workers at no workers.dev and no preview address', () => {
    expect({ workers_dev, preview_urls }).toEqual({ workers_dev: false, preview_urls: false });
  });
});
