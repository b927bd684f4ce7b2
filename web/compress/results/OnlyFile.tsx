import { useMemo, useState } from 'react';
import type { Result } from '../../jobs/job.ts';
import { fileWords } from '../../text/file.ts';
import { BitmapCanvas, type Crop } from '../../ui/BitmapCanvas.tsx';
import { customProperties, percentLength } from '../../ui/custom-properties.ts';
import { Grip } from '../../ui/Grip.tsx';
import { usePagePicture } from '../../visual-diff/use-proofs.ts';
import { trimmed } from './trimmed.ts';
import './only-file.css';

const { compare } = fileWords;

/** Page 1 of the only file as one large picture, before and after on the two sides of a handle. */
export function OnlyFile({ result }: { readonly result: Result }) {
  const picture = usePagePicture(result.blob);
  const [split, setSplit] = useState(50);
  const before = picture?.before ?? null;
  const crop = useMemo(() => (before === null ? undefined : cropOf(before)), [before]);
  // Its place is kept, so that nothing moves; until there is a picture there is no frame.
  if (picture === null || before === null || crop === undefined)
    return <div className="only-file" aria-hidden />;
  return (
    <div
      className="only-file slide-stage drawn"
      dir="ltr"
      style={customProperties({ '--x': percentLength(split / 100) })}
    >
      <div className="half before" role="img" aria-label={compare.originalPage(1)}>
        <BitmapCanvas bitmap={before} crop={crop} />
      </div>
      <div className="half after" role="img" aria-label={compare.compressedPage(1)}>
        <BitmapCanvas bitmap={picture.after} crop={crop} />
      </div>
      <span className="tag left">{compare.original}</span>
      <span className="tag right">{compare.compressed}</span>
      <Grip split={split} onMove={(to) => setSplit(Math.min(100, Math.max(0, to)))} />
    </div>
  );
}

/** Pixels of the small picture in which margins are looked for. */
const SAMPLE = { width: 120, height: 160 };

function cropOf(bitmap: ImageBitmap): Crop | undefined {
  const context = new OffscreenCanvas(SAMPLE.width, SAMPLE.height).getContext('2d');
  if (context === null) return undefined;
  // Else it skips most pixels, and with them thin letters.
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, SAMPLE.width, SAMPLE.height);
  return trimmed(context.getImageData(0, 0, SAMPLE.width, SAMPLE.height), bitmap);
}
