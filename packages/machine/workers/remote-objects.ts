/**
 * A binding to a Durable Object namespace in another process. It has the one method that packages/store/objects.ts
 * calls on a machine, and forwards each call of an object to `Objects` there (door.ts).
 */

type Inner = {
  readonly objects: { call(binding: string, name: string, method: string, args: readonly unknown[]): Promise<unknown> };
  /** The name of the binding in that process. */
  readonly binding: string;
};

export default ({ objects, binding }: Inner) => ({
  getByName: (name: string) =>
    new Proxy(
      {},
      {
        get:
          (_, method: string) =>
          (...args: readonly unknown[]) =>
            objects.call(binding, name, method, args),
      },
    ),
});
