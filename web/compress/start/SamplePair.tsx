import { useState } from 'react';
import { format } from '../../text/format.ts';
import { words } from '../../text/words.ts';
import { customProperties, percentLength } from '../../ui/custom-properties.ts';
import { Grip } from '../../ui/Grip.tsx';
import { SAMPLE } from './sample-sizes.ts';

/** The sample's first page, before and after on the two sides of a handle, with the sizes of both documents. */
export function SamplePair() {
  const [split, setSplit] = useState(50);
  const [isMissing, setIsMissing] = useState(!navigator.onLine);
  // Offline there are no pictures: they are not stored.
  if (isMissing) return null;
  const [before, after] = [format.bytes(SAMPLE.before), format.bytes(SAMPLE.after)];
  const missing = () => setIsMissing(true);
  return (
    <figure
      className="slide-stage"
      dir="ltr"
      aria-label={words.start.sampleLine(before, after)}
      style={customProperties({ '--x': percentLength(split / 100) })}
    >
      <img
        className="half before"
        loading="lazy"
        src="/sample-before.jpg"
        alt=""
        onError={missing}
        draggable={false}
      />
      <img
        className="half after"
        loading="lazy"
        src="/sample-after.jpg"
        alt=""
        onError={missing}
        draggable={false}
      />
      <span className="tag left num">{before}</span>
      <span className="tag right num">{after}</span>
      <Grip split={split} onMove={(to) => setSplit(Math.min(100, Math.max(0, to)))} />
    </figure>
  );
}
