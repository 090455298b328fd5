/** The only function that names Durable Objects. So it alone chooses their jurisdiction (docs/design/counters.md). */
import type { Locality } from './jurisdiction';

/** Returns the object of a name; its first call creates it. In another jurisdiction the name has another object. */
export function objectNamed<T extends Rpc.DurableObjectBranded | undefined>(
  { JURISDICTION }: Locality,
  objects: DurableObjectNamespace<T>,
  name: string,
): DurableObjectStub<T> {
  return (JURISDICTION ? objects.jurisdiction(JURISDICTION as 'eu') : objects).getByName(name);
}
