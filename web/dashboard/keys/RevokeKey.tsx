import { words } from '../../text/dashboard/general.ts';
import { words as keyWords } from '../../text/dashboard/keys.ts';
import { api } from '../api.ts';
import type { KeyResponse } from '../api-types.ts';
import { ConfirmDialog } from '../dialogs/ConfirmDialog.tsx';
import type { Opening } from '../dialogs/RowActions.tsx';
import { InlineAlert } from '../InlineAlert.tsx';
import { agoText } from '../usage/dates.ts';

const { revokeKey } = words;
const { endOldKey } = keyWords;

/** Asks for confirmation and says what would stop working. */
export function RevokeKey(props: {
  readonly opening: Opening;
  readonly apiKey: KeyResponse;
  readonly now: number;
  /** Whether another key replaces it. */
  readonly isOld?: boolean;
  readonly onRevoked: () => void;
}) {
  const { opening, apiKey, now, isOld = false, onRevoked } = props;
  return (
    <ConfirmDialog
      opening={opening}
      words={isOld ? endOldKey : revokeKey}
      name={apiKey.name}
      send={() => api.revokeKey(apiKey.id)}
      onDone={onRevoked}
    >
      <InlineAlert tone={apiKey.lastUsedAt === null ? 'plain' : 'warn'}>{usedText(apiKey, now)}</InlineAlert>
    </ConfirmDialog>
  );
}

function usedText({ lastUsedAt, requests }: KeyResponse, now: number): string {
  if (lastUsedAt === null) return revokeKey.unused;
  return revokeKey.used(agoText(lastUsedAt, now), words.requestsMade(requests));
}
