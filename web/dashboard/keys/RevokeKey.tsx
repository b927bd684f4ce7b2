import { words } from '../../text/dashboard/general.ts';
import { api } from '../api.ts';
import type { KeyAnswer } from '../api-types.ts';
import { AskFirst } from '../dialogs/AskFirst.tsx';
import type { Opening } from '../dialogs/RowActions.tsx';
import { Say } from '../Say.tsx';
import { agoText } from '../usage/dates.ts';

const { revokeKey } = words;

/** Asks first, and says what would stop. */
export function RevokeKey(props: {
  readonly opening: Opening;
  readonly apiKey: KeyAnswer;
  readonly now: number;
  readonly onRevoked: () => void;
}) {
  const { opening, apiKey, now, onRevoked } = props;
  return (
    <AskFirst
      opening={opening}
      words={revokeKey}
      name={apiKey.name}
      send={() => api.revokeKey(apiKey.id)}
      onDone={onRevoked}
    >
      <Say tone={apiKey.lastUsedAt === null ? 'plain' : 'warn'}>{usedText(apiKey, now)}</Say>
    </AskFirst>
  );
}

function usedText({ lastUsedAt, requests }: KeyAnswer, now: number): string {
  if (lastUsedAt === null) return revokeKey.unused;
  return revokeKey.used(agoText(lastUsedAt, now), words.requestsMade(requests));
}
