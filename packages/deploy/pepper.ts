/**
 * A deployment has one PEPPER. Cloudflare has no conditional write for the secrets of a worker, so a second computer
 * would replace the PEPPER of the first. A marker in D1 prevents that: only the PEPPER whose id it holds is ever sent.
 */

import { Failure } from '#machine/failure';
import { pepperIdOf } from '#secrets/pepper';
import type { Context } from './context';
import { readMarker, takeMarker } from './markers';

const another = (id: string): Failure =>
  new Failure(
    `Another computer has generated the PEPPER of this deployment (id ${id}): let it finish, or set the variable PEPPER to that PEPPER. The PEPPER is never generated again.`,
  );

/** @throws Failure if the deployment has a PEPPER already that this computer has not generated */
export async function expectNoPepper(context: Context): Promise<void> {
  const id = await readMarker(context, 'pepper');
  const pending = context.secrets.pendingPepper;
  if (id !== undefined && (pending === undefined || (await pepperIdOf(pending)) !== id)) throw another(id);
}

/**
 * Generates the PEPPER, and keeps it unless another computer was first.
 * @throws Failure if another computer was first
 */
export async function generatePepper(context: Context): Promise<void> {
  const { secrets } = context;
  const own = await pepperIdOf(secrets.generatePepper());
  const id = await takeMarker(context, 'pepper', own);
  if (id === own) return secrets.commitPepper();
  secrets.discardPepper();
  throw another(id);
}

/** Marks a PEPPER as that of the deployment before it is sent. @throws Failure if the deployment has another one */
export async function claimPepper(context: Context, pepper: string): Promise<void> {
  const own = await pepperIdOf(pepper);
  const id = await takeMarker(context, 'pepper', own);
  if (id !== own)
    throw new Failure(
      `The PEPPER known here (id ${own}) is not that of this deployment (id ${id}): set the variable PEPPER to that one. After a change of the pepper, see docs/operating/pepper.md.`,
    );
}
