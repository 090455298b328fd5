/** A time in the past: how long ago a recent one was, and the day of any other. */
import type { FC } from 'hono/jsx';
import { ageOf } from '../age';
import { Day, momentText } from './components';

const RECENT_MS = 30 * 86_400_000;

/** @param at epoch milliseconds */
export const When: FC<{ at: number; now: number }> = ({ at, now }) =>
  now - at < RECENT_MS ? (
    <time datetime={new Date(at).toISOString()} title={momentText(at)}>
      {ageOf(at, now)}
    </time>
  ) : (
    <Day at={at} />
  );
