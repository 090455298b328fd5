/** The request for another plan: its form, its state, and the operator's answer. */
import type { Child, FC, PropsWithChildren } from 'hono/jsx';
import { PLANS, type Plan } from '#domain/plans';
import { REQUEST_PLAN, WITHDRAW_PLAN } from '../forms/declared/account';
import { FormOf } from '../forms/form-of';
import { Input } from '../forms/input';
import { planName } from '../plan-name';
import { Alert, Day } from './components';
import { Operator } from './operator';
import type { PlanView } from './plan-view';

/** The form that requests a plan. A request replaces the open one. */
export const RequestForm: FC<PlanView & { asked: Plan }> = ({ asked, request, contact, forms }) => (
  <section class="card" id="request">
    <h2>Request {planName(asked)}</h2>
    <p class="soft">
      <Operator contact={contact} isFirst /> decides. You will see the answer on this page.
      {request?.state === 'open' && ` This replaces your request for ${planName(request.plan)}.`}
    </p>
    <FormOf form={REQUEST_PLAN} forms={forms}>
      {(shown) => (
        <>
          <Input of={shown} name="plan" value={asked} />
          <Input of={shown} name="reason" />
          <div class="line ends">
            <button type="submit">Send request</button>
            <a class="button quiet" href="/console/plan">
              Cancel
            </a>
          </div>
        </>
      )}
    </FormOf>
  </section>
);

/** How long the page tells that a request was granted. */
const TOLD_MS = 30 * 86_400_000;

/** The newest request: open, granted a while ago at most, or declined. */
export const RequestCard: FC<PlanView> = ({ plan: current, request, forms, now }) => {
  if (request === null) return null;
  const { plan, state, reason, message, createdAt, answeredAt } = request;
  switch (state) {
    case 'open':
      return (
        <section class="card request">
          <Title of={plan} badge={<span class="badge wait">Requested</span>}>
            Sent on <Day at={createdAt} />. The operator has not answered yet.
          </Title>
          {reason && <Quote title="Your note" text={reason} />}
          <FormOf form={WITHDRAW_PLAN} forms={forms}>
            {() => (
              <button class="quiet" type="submit">
                Withdraw request
              </button>
            )}
          </FormOf>
        </section>
      );
    case 'granted':
      return (answeredAt ?? createdAt) < now - TOLD_MS ? null : (
        <Alert lead={`The operator granted you ${planName(plan)}`}>
          on <Day at={answeredAt ?? createdAt} />.
        </Alert>
      );
    case 'declined':
      return (
        <section class="card request">
          <Title of={plan} badge={<span class="badge wrong">Declined</span>}>
            Answered on <Day at={answeredAt ?? createdAt} />.
          </Title>
          {message && <Quote title="The operator’s answer" text={message} />}
          {PLANS.indexOf(plan) > PLANS.indexOf(current) && (
            <a class="button quiet" href={`/console/plan?plan=${plan}#request`}>
              Request {planName(plan)} again
            </a>
          )}
        </section>
      );
  }
};

const Title: FC<PropsWithChildren<{ of: Plan; badge: Child }>> = ({ of, badge, children }) => (
  <div>
    <div class="line">
      <h2>Your request for {planName(of)}</h2>
      {badge}
    </div>
    <p class="soft">{children}</p>
  </div>
);

const Quote: FC<{ title: string; text: string }> = ({ title, text }) => (
  <figure class="quote">
    <figcaption class="soft small">{title}</figcaption>
    <blockquote>
      <bdi>{text}</bdi>
    </blockquote>
  </figure>
);
