/** The two sides of a measure: the subject, and the floor or revision that it is compared with. */
import type { Floors } from './floors';
import type { Run, Sides } from './measure';
import type { Product } from './product';
import type { Targets } from './targets';

/** The name of a measure, and the words for its work and its floor. */
type Named = { readonly name: string; readonly work: string; readonly floor: string };

export type Comparison = Named & {
  readonly subject: (product: Product) => Promise<Run>;
  readonly against: (floors: Floors, product: Product) => Promise<Run>;
};

/**
 * The runs of the subject, of the floor, and of a copy of the floor, whose ratio to the floor is the noise. A
 * comparison of revisions uses the other revision in place of the floor, and a second process of it in place of the copy.
 */
export async function sidesOf({ subject, against }: Comparison, targets: Targets): Promise<Sides<Run>> {
  if (targets.otherRoot !== undefined) {
    const [product, other, copy] = await Promise.all([targets.product(), targets.other(), targets.otherCopy()]);
    return [await subject(product), await subject(other), await subject(copy)];
  }
  const [product, floors, copy] = await Promise.all([targets.product(), targets.floors(), targets.floorsCopy()]);
  return [await subject(product), await against(floors, product), await against(copy, product)];
}

/** The heading of a result: names and goal. A comparison of revisions has no goal: a person judges it. */
export const headingOf = ({ name, work, floor }: Named, goal: number, { otherRoot }: Targets) =>
  otherRoot === undefined ? { name, work, floor, goal } : { name, work, floor: 'the other revision', goal: null };
