/**
 * Keeps one value per environment. The value is made at its first use. An isolate has one environment, so the value
 * ends with its isolate. Tests have one environment for each isolate that they simulate. Variables of a module would
 * mix those isolates.
 */
export function perIsolate<Env extends object, T>(make: (env: Env) => T): (env: Env) => T {
  const values = new WeakMap<Env, T>();
  return (env) => {
    const known = values.get(env);
    if (known !== undefined) return known;
    const value = make(env);
    values.set(env, value);
    return value;
  };
}
