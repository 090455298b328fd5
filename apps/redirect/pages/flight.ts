/** The drawings on the pages: a swiftlet and the trail of its flight. Screen readers skip them. */
import { BIRD, FLIGHT_BOX, FLIGHTS, type Flight } from '#drawings/flight';
import { type Html, trusted } from './html';

/** Returns the drawing for a cause. */
export function flightOf(cause: Flight): Html {
  const { trail, bird } = FLIGHTS[cause];
  const { viewBox, preserveAspectRatio } = FLIGHT_BOX;
  return trusted(
    `<svg viewBox="${viewBox}" preserveAspectRatio="${preserveAspectRatio}" aria-hidden="true"><path class="trail" d="${trail}"/><path d="${BIRD}" transform="${bird}"/></svg>`,
  );
}

/** The icon. Its blue is visible on light and dark tab bars. */
export const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-33 -33 66 66"><path fill="#6f87cf" d="${BIRD}" transform="rotate(38)"/></svg>`;
