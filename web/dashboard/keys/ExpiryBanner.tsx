import { words } from '../../text/dashboard/keys.ts';
import { api } from '../api.ts';
import type { KeyResponse } from '../api-types.ts';
import { InlineAlert } from '../InlineAlert.tsx';
import { agoText, dateText, soonText } from '../usage/dates.ts';
import { useSubmit } from '../use-submit.ts';

const { expiry: text } = words;
const MORE_MS = 90 * 24 * 60 * 60 * 1000;

/** Lists keys that expire soon and were not replaced. No mail is sent, so this is the only notice. */
export function ExpiryBanners(props: {
  readonly keys: readonly KeyResponse[];
  readonly now: number;
  readonly onChanged: () => void;
}) {
  return props.keys.map((key) => {
    const soon = key.expiresAt === null || key.rolledTo !== null ? null : soonText(key.expiresAt, props.now);
    return soon === null ? null : <Banner key={key.id} apiKey={key} soon={soon} {...props} />;
  });
}

function Banner(props: {
  readonly apiKey: KeyResponse;
  readonly soon: string;
  readonly now: number;
  readonly onChanged: () => void;
}) {
  const { apiKey, now } = props;
  const expiresAt = apiKey.expiresAt ?? now;
  const { send, isBusy, error } = useSubmit(api.changeKey, props.onChanged);
  const used = apiKey.lastUsedAt === null ? null : agoText(apiKey.lastUsedAt, now);
  return (
    <div className="expiry">
      <InlineAlert tone="warn">
        <strong>{text.stops(apiKey.name, props.soon)}</strong>
        {text.on(dateText(expiresAt), used)}
      </InlineAlert>
      <button
        type="button"
        className="btn small"
        aria-disabled={isBusy}
        onClick={() => send({ id: apiKey.id, expiresAt: expiresAt + MORE_MS })}
      >
        {text.keep}
        <span className="sr"> {apiKey.name}</span>
      </button>
      {error !== null && <InlineAlert tone="bad">{error.message}</InlineAlert>}
    </div>
  );
}
