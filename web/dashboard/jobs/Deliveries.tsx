import { words as text } from '../../text/dashboard/jobs.ts';
import { format } from '../../text/format.ts';
import { api, isSignedOut } from '../api.ts';
import type { DeliveryResponse, JobWebhookResponse } from '../api-types.ts';
import { InlineAlert } from '../InlineAlert.tsx';
import { dateTimeText } from '../usage/dates.ts';
import { useSubmit } from '../use-submit.ts';

interface Props {
  readonly jobId: string;
  readonly webhook: JobWebhookResponse;
  readonly now: number;
  readonly mayChange: boolean;
  readonly onSent: () => void;
}

/** Events of a job and what became of them: first those that were not delivered. */
export function Deliveries(props: Props) {
  const { webhook, mayChange } = props;
  const { send, isBusy, error } = useSubmit(api.resendEvent, props.onSent);
  return (
    <section className="panel" aria-labelledby="job-webhook">
      <div className="panel-head">
        <div>
          <h2 id="job-webhook">{text.webhook}</h2>
          <p className="hint">{text.sentTo(webhook.host)}</p>
        </div>
      </div>
      {webhook.offAt !== null && <InlineAlert tone="warn">{text.switchedOff}</InlineAlert>}
      {error !== null && !isSignedOut(error) && <InlineAlert tone="bad">{error.message}</InlineAlert>}
      <ul className="deliveries">
        {webhook.deliveries.map((event) => (
          <li key={event.id}>
            <span>
              <code>{event.type}</code> · {whatBecame(event, props.now).join(' · ')}
            </span>
            {mayChange && (
              <button
                type="button"
                className="btn small"
                aria-disabled={isBusy}
                onClick={() => send({ jobId: props.jobId, eventId: event.id })}
              >
                {text.resend}
                <span className="sr"> {event.type}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
      {webhook.total > webhook.deliveries.length && (
        <p className="hint panel-end">
          {text.latest(format.count(webhook.deliveries.length), format.count(webhook.total))}
        </p>
      )}
    </section>
  );
}

/** `answered 503 on try 2 · next try 27 Nov 2026, 02:41` */
function whatBecame(event: DeliveryResponse, now: number): readonly string[] {
  const { tries, status, deliveredAt, nextTryAt } = event;
  if (tries === 0 || (status === null && nextTryAt !== null && nextTryAt <= now && tries === 1))
    return [text.notSent];
  const answer =
    status === null ? text.noAnswer(format.count(tries)) : text.answered(String(status), format.count(tries));
  if (deliveredAt !== null) return [answer, dateTimeText(deliveredAt)];
  return nextTryAt === null ? [answer] : [answer, text.nextTry(dateTimeText(nextTryAt))];
}
