/** Two sides of a measure: the product, and what it is held against. */
import type { Floors } from './floors';
import type { Run } from './measure';
import type { Product } from './product';
import type { Stage } from './stage';

/** What is done, and what it is held against, in words. */
type Named = { readonly name: string; readonly work: string; readonly floor: string };

export type Comparison = Named & {
  readonly subject: (product: Product) => Promise<Run>;
  readonly against: (floors: Floors, product: Product) => Promise<Run>;
};

/** The subject, what it is held against, and a copy of that. In a comparison of revisions all of them are products. */
export async function sidesOf({ subject, against }: Comparison, stage: Stage): Promise<[Run, Run, Run]> {
  if (stage.otherRoot !== undefined) {
    const [product, other] = await Promise.all([stage.product(), stage.other()]);
    return [await subject(product), await subject(other), await subject(other)];
  }
  const [product, floors, copy] = await Promise.all([stage.product(), stage.floors(), stage.floorsCopy()]);
  return [await subject(product), await against(floors, product), await against(copy, product)];
}

/** How a result is introduced. Of a comparison of revisions a person is the judge. */
export const told = ({ name, work, floor }: Named, goal: number, { otherRoot }: Stage) =>
  otherRoot === undefined ? { name, work, floor, goal } : { name, work, floor: 'the other revision', goal: null };
