/** The one place that names Durable Objects, and so the one that says where they are kept (docs/adr/0042). */
import type { Locality } from './jurisdiction';

/** The object of a name, which its first call makes. One name means another object in another jurisdiction. */
export function objectNamed<T extends Rpc.DurableObjectBranded | undefined>(
  { JURISDICTION }: Locality,
  objects: DurableObjectNamespace<T>,
  name: string,
): DurableObjectStub<T> {
  return (JURISDICTION ? objects.jurisdiction(JURISDICTION as 'eu') : objects).getByName(name);
}
