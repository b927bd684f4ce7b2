import { useEffect, useRef, useState } from 'react';
import { type Job, picturedBlob, resultOf, shownName } from '../../jobs/job.ts';
import { listWords } from '../../text/i18n/list-words.ts';
import { BitmapCanvas } from '../../ui/BitmapCanvas.tsx';
import { usePagePicture } from '../../visual-diff/use-proofs.ts';
import { HoverLook } from './HoverLook.tsx';
import './pictures.css';

/** Milliseconds of rest before pages are drawn for a pointer that may only pass. */
const REST_MS = 350;
/** Milliseconds for the pointer's way from the picture to the card beside it. */
const WAY_MS = 200;

/** Page 1 of the result; an empty sheet until it is drawn. Opens a quick look, and shows both pages on hover. */
export function RowPicture({ job, onLook }: { readonly job: Job; readonly onLook: (id: number) => void }) {
  const result = resultOf(job);
  const picture = usePagePicture(result === null ? null : picturedBlob(result));
  const button = useRef<HTMLButtonElement>(null);
  const hover = useHover();
  if (job.state.kind !== 'done') {
    return (
      <span className="row-picture" aria-hidden>
        {picture && <BitmapCanvas bitmap={picture.after} />}
      </span>
    );
  }
  return (
    <>
      <button
        type="button"
        className="row-picture look-button"
        aria-label={listWords.look.open(shownName(job))}
        ref={button}
        onClick={() => {
          hover.end();
          onLook(job.id);
        }}
        onPointerEnter={({ pointerType }) => pointerType === 'mouse' && hover.begin()}
        onPointerLeave={hover.leave}
      >
        {picture && <BitmapCanvas bitmap={picture.after} />}
      </button>
      {hover.isOpen && (
        <HoverLook
          job={job}
          result={job.state.result}
          anchor={button}
          onStay={hover.stay}
          onLeave={hover.leave}
          onEnd={hover.end}
        />
      )}
    </>
  );
}

/** A card that opens after a rest, and stays while the pointer is on it. */
function useHover() {
  const [isOpen, setIsOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const after = (ms: number, isOpen: boolean) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setIsOpen(isOpen), ms);
  };
  return {
    isOpen,
    begin: () => after(REST_MS, true),
    stay: () => clearTimeout(timer.current),
    leave: () => after(WAY_MS, false),
    end: () => {
      clearTimeout(timer.current);
      setIsOpen(false);
    },
  };
}
