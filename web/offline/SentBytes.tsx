import { useSyncExternalStore } from 'react';
import { format } from '../text/format.ts';
import { words } from '../text/words.ts';
import { sentBytes, subscribeSent } from './sent-bytes.ts';

/** `0 bytes sent`, actually counted; hidden if it cannot be counted. */
export function SentBytes() {
  const bytes = useSyncExternalStore(subscribeSent, sentBytes);
  if (bytes === null) return null;
  return (
    <span className={bytes === 0 ? 'sent' : 'sent some'} title={words.sent.title}>
      {words.sent.text(format.bytes(bytes))}
    </span>
  );
}
