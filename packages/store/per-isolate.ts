/**
 * One value per environment, made when it is first asked for: what is in it ends with its isolate. An isolate has one
 * environment; tests have an environment for each isolate they play, which module scope would mix.
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
