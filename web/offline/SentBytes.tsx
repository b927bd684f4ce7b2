import { useSyncExternalStore } from 'react';
import { format } from '../text/format.ts';
import { words } from '../text/words.ts';
import { sentBytes, subscribeSent } from './sent-bytes.ts';

/** `0 bytes sent`, from a real count; nothing where that cannot be had. */
export function SentBytes() {
  const bytes = useSyncExternalStore(subscribeSent, sentBytes);
  if (bytes === null) return null;
  return (
    <span className={bytes === 0 ? 'sent' : 'sent some'} title={words.sent.title}>
      {words.sent.text(format.bytes(bytes))}
    </span>
  );
}
