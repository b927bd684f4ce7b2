import { type SubmitEvent, useId, useState } from 'react';
import { download } from '../device/download.ts';
import { docsWords } from '../text/docs.ts';
import { Code } from '../ui/code/Code.tsx';
import type { Endpoint } from './contract.ts';

const { tryIt: words } = docsWords;

interface Tried {
  readonly status: string;
  readonly headers: string;
  /** The readable part of the response. */
  readonly body: string;
  readonly file: Blob | null;
}

/** Sends a request to this endpoint with the user's key, and shows the response. */
export function TryIt({ endpoint }: { readonly endpoint: Endpoint }) {
  const id = useId();
  const [key, setKey] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [tried, setTried] = useState<Tried | null>(null);
  const takesFile = endpoint.operation.requestBody !== undefined;

  const send = (event: SubmitEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setIsBusy(true);
    ask(endpoint, key, file)
      .then(setTried)
      .finally(() => setIsBusy(false));
  };
  return (
    <section aria-label={words.title}>
      <h2>{words.title}</h2>
      <form className="stack" onSubmit={send}>
        {takesFile && (
          <>
            <p className="hint">{words.text}</p>
            <div className="field">
              <label htmlFor={`${id}-key`}>{words.key}</label>
              <input
                id={`${id}-key`}
                className="input"
                type="password"
                autoComplete="off"
                value={key}
                onChange={(event) => setKey(event.target.value)}
              />
            </div>
            <div className="field">
              <label htmlFor={`${id}-file`}>{words.file}</label>
              <input
                id={`${id}-file`}
                className="docs-file"
                type="file"
                accept="application/pdf,.pdf"
                onChange={(event) => setFile(event.target.files?.[0] ?? null)}
              />
            </div>
          </>
        )}
        <div className="row">
          <button type="submit" className="btn main" aria-disabled={isBusy}>
            {isBusy ? words.sending : words.send}
          </button>
        </div>
      </form>
      {tried !== null && <Answer tried={tried} />}
    </section>
  );
}

function Answer({ tried }: { readonly tried: Tried }) {
  const { file } = tried;
  const text = [tried.headers, tried.body].filter(Boolean).join('\n\n');
  return (
    <div role="status">
      <div className="code docs-answer">
        <div className="code-head">{tried.status}</div>
        {text !== '' && <Code language="answer" text={text} />}
      </div>
      {file !== null && (
        <button type="button" className="btn" onClick={() => download(file, 'document-light.pdf')}>
          {words.save}
        </button>
      )}
    </div>
  );
}

async function ask({ method, path, operation }: Endpoint, key: string, file: File | null): Promise<Tried> {
  const form = new FormData();
  if (file !== null) form.set('file', file);
  const init = operation.requestBody === undefined ? {} : { body: form, headers: { 'X-API-Key': key } };
  try {
    const answer = await fetch(path, { method, ...init });
    const isPdf = answer.headers.get('Content-Type') === 'application/pdf';
    return {
      status: `${answer.status} ${answer.statusText}`.trim(),
      headers: [...answer.headers]
        .filter(([name]) => name.startsWith('x-') || name.startsWith('ratelimit'))
        .map(([name, value]) => `${name}: ${value}`)
        .join('\n'),
      body: isPdf ? '' : JSON.stringify(await answer.json(), null, 2),
      file: isPdf ? await answer.blob() : null,
    };
  } catch {
    return { status: words.noAnswer, headers: '', body: '', file: null };
  }
}
