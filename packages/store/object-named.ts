/** The one place that names Durable Objects, and so the one that says where they are kept (docs/adr/0042). */
import type { Locality } from './jurisdiction';

/** Returns the object of a name. Its first call makes it. In another jurisdiction the same name has another object. */
export function objectNamed<T extends Rpc.DurableObjectBranded | undefined>(
  { JURISDICTION }: Locality,
  objects: DurableObjectNamespace<T>,
  name: string,
): DurableObjectStub<T> {
  return (JURISDICTION ? objects.jurisdiction(JURISDICTION as 'eu') : objects).getByName(name);
}
