import { PreviewCard } from '@base-ui/react/preview-card';
import type { RefObject } from 'react';
import type { Job, Result } from '../../jobs/job.ts';
import { fileWords } from '../../text/file.ts';
import { format } from '../../text/format.ts';
import { BitmapCanvas } from '../../ui/BitmapCanvas.tsx';
import { useFirstPages } from './use-first-pages.ts';

const { compare } = fileWords;

/** Page 1 before and after, beside a row's picture. Escape closes it. */
export function HoverLook(props: {
  readonly job: Job;
  readonly result: Result;
  readonly anchor: RefObject<HTMLElement | null>;
  readonly onStay: () => void;
  readonly onLeave: () => void;
  readonly onEnd: () => void;
}) {
  const { report } = props.result;
  const pages = useFirstPages(props.job, props.result);
  const sheet = (bitmap: ImageBitmap | null | undefined, caption: string) => (
    <figure>
      <span className="look-sheet">
        {bitmap ? (
          <BitmapCanvas bitmap={bitmap} />
        ) : (
          <span className="hint">{pages === 'failed' ? compare.notDrawn : compare.drawing(1)}</span>
        )}
      </span>
      <figcaption className="num">{caption}</figcaption>
    </figure>
  );
  const isDrawn = typeof pages !== 'string';
  return (
    <PreviewCard.Root open onOpenChange={(isOpen) => !isOpen && props.onEnd()}>
      <PreviewCard.Portal>
        <PreviewCard.Positioner className="menu-place" anchor={props.anchor} side="inline-end" sideOffset={8}>
          <PreviewCard.Popup
            className="hover-look"
            onPointerEnter={props.onStay}
            onPointerLeave={props.onLeave}
          >
            {(!isDrawn || pages.before !== null) &&
              !report.unchanged &&
              sheet(isDrawn ? pages.before : null, `${compare.original} · ${format.bytes(report.inputSize)}`)}
            {sheet(
              isDrawn ? pages.after : null,
              report.unchanged
                ? fileWords.originalKept
                : `${compare.compressed} · ${format.bytes(report.outputSize)}`,
            )}
          </PreviewCard.Popup>
        </PreviewCard.Positioner>
      </PreviewCard.Portal>
    </PreviewCard.Root>
  );
}
