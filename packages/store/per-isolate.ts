/**
 * Keeps one value per environment, made at its first use. An isolate has one environment, so the value ends with its
 * isolate. Tests have an environment for each isolate they play, which variables of a module would mix.
 */
export function perIsolate<Env extends object, T>(make: (env: Env) => T): (env: Env) => T {
  const made = new WeakMap<Env, T>();
  return (env) => {
    const known = made.get(env);
    if (known !== undefined) return known;
    const value = make(env);
    made.set(env, value);
    return value;
  };
}
