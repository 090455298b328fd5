/** Tests that the routes agree with the endpoints that they load. */
import { describe, expect, it } from 'vitest';
import { ROUTES } from './routes';

describe.each(ROUTES)('$method $path', ({ load, ...route }) => {
  it('is declared by its endpoint as it is routed', async () => {
    const { method, path, access, ignoresLimits, allowsPlainHttp, handlers } = await load();
    const expected = { method, path, access, ignoresLimits, allowsPlainHttp };
    expect({ ignoresLimits: undefined, allowsPlainHttp: undefined, ...route, handlers: undefined }).toEqual(expected);
    if (route.handlers !== undefined) expect(route.handlers).toEqual(handlers);
  });
});
