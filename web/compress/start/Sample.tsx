import { useState } from 'react';
import { format } from '../../text/format.ts';
import { words } from '../../text/words.ts';
import { customProperties, percentLength } from '../../ui/custom-properties.ts';
import { directly, type PickedFile } from '../intake.ts';
import { SAMPLE } from './sample-sizes.ts';

const { start } = words;

/** A sample document, with the weight line of its result. */
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
  const { before, after } = SAMPLE;
  const line = start.sampleLine(format.bytes(before), format.bytes(after));
  return (
    <div className="sample">
      <p>
        {start.sample.before}{' '}
        <button type="button" className="link" onClick={take}>
          {start.sample.link}
        </button>
        {start.sample.after}
      </p>
      {hasFailed && (
        <p className="err" role="alert">
          {start.sampleFailed}
        </p>
      )}
      <div
        className="weigh"
        role="img"
        aria-label={line}
        style={customProperties({ '--width': '100%', '--left': percentLength(after / before) })}
      >
        <i className="left" />
        <i className="saved" />
      </div>
      <p className="sample-ends num-line" aria-hidden>
        {line}
      </p>
    </div>
  );
}
