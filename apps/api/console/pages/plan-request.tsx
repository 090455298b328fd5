/** The request for another plan: its form, its state, and the operator's answer. */
import type { FC } from 'hono/jsx';
import type { Plan } from '#domain/plans';
import { REQUEST_PLAN, WITHDRAW_PLAN } from '../forms/declared/account';
import { FormOf } from '../forms/form-of';
import { Input } from '../forms/input';
import { planName } from '../plan-name';
import { Card, Day } from './components';
import { Operator } from './operator';
import type { PlanView } from './plan-view';

/** The form that requests a plan. A request replaces the open one. */
export const RequestForm: FC<PlanView & { asked: Plan }> = ({ asked, request, contact, forms }) => (
  <Card title={`Request ${planName(asked)}`}>
    <p class="soft">
      <Operator contact={contact} isFirst /> decides. You will see the answer on this page.
      {request?.state === 'open' && ` This replaces your request for ${planName(request.plan)}.`}
    </p>
    <FormOf form={REQUEST_PLAN} forms={forms}>
      {(shown) => (
        <>
          <Input of={shown} name="plan" value={asked} />
          <Input of={shown} name="reason" />
          <div class="line">
            <button type="submit">Send request</button>
            <a class="button quiet" href="/console/plan">
              Cancel
            </a>
          </div>
        </>
      )}
    </FormOf>
  </Card>
);

/** How long the page tells that a request was granted. */
const TOLD_MS = 30 * 86_400_000;

/** The newest request: open, granted a while ago at most, or declined. */
export const RequestCard: FC<PlanView> = ({ request, forms, now }) => {
  if (request === null) return null;
  const { plan, state, reason, message, createdAt, answeredAt } = request;
  switch (state) {
    case 'open':
      return (
        <section class="card">
          <div class="head">
            <div>
              <h2>You requested {planName(plan)}</h2>
              <p>
                Sent on <Day at={createdAt} />. The operator has not answered yet.
              </p>
            </div>
            <FormOf form={WITHDRAW_PLAN} forms={forms}>
              {() => (
                <button class="quiet" type="submit">
                  Withdraw request
                </button>
              )}
            </FormOf>
          </div>
          {reason && <Quote title="Your note" text={reason} />}
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
        <section class="card">
          <div class="head">
            <div>
              <h2>{planName(plan)} was declined</h2>
              <p>
                Answered on <Day at={answeredAt ?? createdAt} />.
              </p>
            </div>
          </div>
          <Quote title="The operator’s answer" text={message ?? ''} />
        </section>
      );
  }
};

const Quote: FC<{ title: string; text: string }> = ({ title, text }) => (
  <dl class="details">
    <div>
      <dt>{title}</dt>
      <dd class="written">
        <bdi>{text}</bdi>
      </dd>
    </div>
  </dl>
);
