/** The list that scripts/lib/build.mjs builds: the name of each file by its name without the hash. */
declare module '#console-files' {
  const names: Readonly<Record<string, string>>;
  export default names;
}
