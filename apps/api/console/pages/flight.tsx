/** The drawing of the bird and its trail, which sign-in, empty and refusing pages begin with. */
import type { FC } from 'hono/jsx';
import { BIRD, type Flight as Cause, FLIGHT_BOX, FLIGHTS } from '#drawings/flight';

export const Flight: FC<{ of: Cause }> = ({ of }) => (
  <svg class={of === 'flying' ? 'flight' : `flight ${of}`} aria-hidden="true" {...FLIGHT_BOX}>
    <path class="trail" d={FLIGHTS[of].trail} />
    <path class="bird" d={BIRD} transform={FLIGHTS[of].bird} />
  </svg>
);
