import { lazy, Suspense, useState } from 'react';
import { words } from '../../text/words.ts';
import { directly, type PickedFile } from '../intake.ts';

const { start } = words;

/** Its texts and pictures come after the first paint. */
const SamplePair = lazy(async () => ({ default: (await import('./SamplePair.tsx')).SamplePair }));

/** A sample document: its first page before and after, and the document itself to try. */
export function Sample({ onFiles }: { readonly onFiles: (given: readonly PickedFile[]) => void }) {
  const [hasFailed, setHasFailed] = useState(false);
  const take = async () => {
    try {
      const answer = await fetch('/sample.pdf');
      if (!answer.ok) throw new TypeError(`the sample could not be fetched: ${answer.status}`);
      setHasFailed(false);
      onFiles(directly([new File([await answer.blob()], start.sampleName, { type: 'application/pdf' })]));
    } catch (thrown) {
      if (!(thrown instanceof TypeError)) throw thrown;
      setHasFailed(true);
    }
  };
  return (
    <div className="sample">
      <div className="sample-pair">
        <Suspense fallback={null}>
          <SamplePair />
        </Suspense>
      </div>
      <p>
        <span>{start.sample.ask}</span>{' '}
        <button type="button" className="link" onClick={take}>
          {start.sample.link}
        </button>
      </p>
      {hasFailed && (
        <p className="err" role="alert">
          {start.sampleFailed}
        </p>
      )}
    </div>
  );
}
