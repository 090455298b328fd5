/** The change of a count to that of the period before. */
import type { FC } from 'hono/jsx';
import { formatCount } from './components';

/** The change in whole percent, as `+50%`, `−33%` or `±0%`. Null where nothing was counted before. */
export function changeText(now: number, then: number): string | null {
  if (then === 0) return null;
  const percent = Math.round((100 * (now - then)) / then);
  return `${percent > 0 ? '+' : percent < 0 ? '−' : '±'}${formatCount(Math.abs(percent))}%`;
}

export const Change: FC<{ now: number; then: number }> = ({ now, then }) => {
  const text = changeText(now, then);
  return text === null ? null : <span class={text.startsWith('+') ? 'delta up' : 'delta'}>{text}</span>;
};
