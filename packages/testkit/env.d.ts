declare namespace Cloudflare {
  interface Env extends ApiEnv, RedirectEnv {
    /** "1" runs tests at their full size, and searches the objects of all keys for secrets, instead of ten per file. */
    TEST_LONG: string;
    TEST_MIGRATIONS: import('cloudflare:test').D1Migration[];
    TEST_SEED: string;
    HISTORIES: string;
    HISTORY: string;
    HISTORY_SHRINKS: string;
  }
  interface GlobalProps {
    mainModule: typeof import('./workers');
  }
}

type ApiEnv = import('../../apps/api/platform/env').Env;
type RedirectEnv = import('../../apps/redirect/env').Env;

declare module '*.md?raw' {
  const text: string;
  export default text;
}
