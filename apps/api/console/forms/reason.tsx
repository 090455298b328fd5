/** The reason why an option cannot be used. */
import type { FC } from 'hono/jsx';
import type { Availability } from '../link-fields';

/** Renders the reason, in which the name of a plan leads to the plans. */
export const Reason: FC<{ of: Extract<Availability, { isAvailable: false }> }> = ({ of: { reason, plan } }) => {
  if (plan === undefined) return <>{reason}</>;
  const [before, after] = reason.split(plan);
  return (
    <>
      {before}
      <a href="/console/plan">{plan}</a>
      {after}
    </>
  );
};
