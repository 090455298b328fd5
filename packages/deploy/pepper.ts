/**
 * The one PEPPER of a deployment. Secrets of a worker have no conditional write, so that of two machines the later one
 * would replace the first one's PEPPER. A marker in D1 decides instead: only the PEPPER whose id it holds is ever sent.
 */
import { pepperIdOf } from '#secrets/pepper';
import type { Context } from './context';
import { Failure } from './failure';
import { readMarker, takeMarker } from './markers';

const another = (id: string): Failure =>
  new Failure(
    `Another machine has drawn the PEPPER of this deployment (id ${id}): let it finish, or give that PEPPER as the variable PEPPER. It is never made anew.`,
  );

/** @throws Failure where the deployment has a PEPPER already that this machine has not drawn */
export async function expectNoPepper(context: Context): Promise<void> {
  const id = await readMarker(context, 'pepper');
  const drawn = context.secrets.drawnPepper;
  if (id !== undefined && (drawn === undefined || (await pepperIdOf(drawn)) !== id)) throw another(id);
}

/** Draws the PEPPER, and keeps it where no other machine was first. @throws Failure where one was */
export async function drawPepper(context: Context): Promise<void> {
  const { secrets } = context;
  const own = await pepperIdOf(secrets.drawPepper());
  const id = await takeMarker(context, 'pepper', own);
  if (id === own) return secrets.keepPepper();
  secrets.dropPepper();
  throw another(id);
}

/** Before a PEPPER is sent. @throws Failure where the deployment has another one */
export async function claimPepper(context: Context, pepper: string): Promise<void> {
  const own = await pepperIdOf(pepper);
  const id = await takeMarker(context, 'pepper', own);
  if (id !== own)
    throw new Failure(
      `The PEPPER known here (id ${own}) is not that of this deployment (id ${id}): give that one as the variable PEPPER. After a change of the pepper docs/pepper.md says what to do.`,
    );
}
