import { useState } from 'react';
import { words } from '../../text/dashboard/general.ts';
import { format } from '../../text/format.ts';
import { InlineAlert } from '../InlineAlert.tsx';

const { firstRequest: text } = words;

type Line =
  | { readonly kind: 'none' }
  | { readonly kind: 'sent'; readonly bytes: number }
  | { readonly kind: 'answered'; readonly status: number; readonly bytes: number; readonly ms: number }
  | { readonly kind: 'failed'; readonly status: number | null };

/** Compresses our sample on the server with a new key, which stands in no text, and shows the answer. */
export function FirstRequest({ secret }: { readonly secret: string }) {
  const [line, setLine] = useState<Line>({ kind: 'none' });
  const send = async () => {
    if (line.kind === 'sent') return;
    try {
      const file = await (await fetch('/sample.pdf')).blob();
      setLine({ kind: 'sent', bytes: file.size });
      const begun = performance.now();
      const body = new FormData();
      body.append('file', file, 'sample.pdf');
      const headers = { Authorization: `Bearer ${secret}` };
      const answer = await fetch('/api/v1/compress', { method: 'POST', headers, body });
      const bytes = (await answer.blob()).size;
      setLine(
        answer.ok
          ? { kind: 'answered', status: answer.status, bytes, ms: performance.now() - begun }
          : { kind: 'failed', status: answer.status },
      );
    } catch (thrown) {
      if (!(thrown instanceof TypeError)) throw thrown;
      setLine({ kind: 'failed', status: null });
    }
  };
  return (
    <div className="first-request">
      <button type="button" className="btn" aria-disabled={line.kind === 'sent'} onClick={() => void send()}>
        {text.send}
      </button>
      <p className="num" role="status">
        {line.kind === 'sent' && text.sent(format.bytes(line.bytes))}
        {line.kind === 'answered' && (
          <>
            <b>{line.status}</b> {text.answered(format.bytes(line.bytes), format.duration(line.ms))}
          </>
        )}
      </p>
      {line.kind === 'failed' && (
        <InlineAlert tone="bad">{text.failed(String(line.status ?? '–'))}</InlineAlert>
      )}
    </div>
  );
}
