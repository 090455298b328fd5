/** The sides of a measure: the subject, and what it is compared with. */
import type { Floors } from './floors';
import type { Run } from './measure';
import type { Product } from './product';
import type { Stage } from './stage';

/** The name of a measure, and the words for its work and its floor. */
type Named = { readonly name: string; readonly work: string; readonly floor: string };

export type Comparison = Named & {
  readonly subject: (product: Product) => Promise<Run>;
  readonly against: (floors: Floors, product: Product) => Promise<Run>;
};

/**
 * The runs of the subject, of the floor, and of a copy of the floor that shows the noise. In a comparison of revisions
 * the other revision takes the place of the floors.
 */
export async function sidesOf({ subject, against }: Comparison, stage: Stage): Promise<[Run, Run, Run]> {
  if (stage.otherRoot !== undefined) {
    const [product, other] = await Promise.all([stage.product(), stage.other()]);
    return [await subject(product), await subject(other), await subject(other)];
  }
  const [product, floors, copy] = await Promise.all([stage.product(), stage.floors(), stage.floorsCopy()]);
  return [await subject(product), await against(floors, product), await against(copy, product)];
}

/** The head of a result. A comparison of revisions has no goal: a person judges it. */
export const told = ({ name, work, floor }: Named, goal: number, { otherRoot }: Stage) =>
  otherRoot === undefined ? { name, work, floor, goal } : { name, work, floor: 'the other revision', goal: null };
