import { ChevronsLeftRight } from 'lucide-react';
import type { PointerEvent } from 'react';
import { fileWords } from '../text/file.ts';
import './divider.css';

const { compare } = fileWords;

const STEP = 1;
const LARGE_STEP = 10;

/** The divider between both, with a slider as its handle. */
export function Grip({
  split,
  onMove,
}: {
  readonly split: number;
  readonly onMove: (split: number) => void;
}) {
  const follow = ({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
    const stage = currentTarget.closest('.slide-stage')?.getBoundingClientRect();
    if (stage !== undefined && stage.width > 0) onMove(((clientX - stage.left) / stage.width) * 100);
  };
  const moves: Readonly<Record<string, number>> = {
    ArrowLeft: split - STEP,
    ArrowDown: split - STEP,
    ArrowRight: split + STEP,
    ArrowUp: split + STEP,
    PageDown: split - LARGE_STEP,
    PageUp: split + LARGE_STEP,
    Home: 0,
    End: 100,
  };
  const now = Math.round(split);
  return (
    <div className="divider">
      <div
        className="grip"
        role="slider"
        tabIndex={0}
        aria-label={compare.handle}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={now}
        aria-valuetext={compare.handleAt(now)}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          event.currentTarget.focus();
        }}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) follow(event);
        }}
        onKeyDown={(event) => {
          const to = moves[event.key];
          if (to === undefined) return;
          event.preventDefault();
          event.stopPropagation();
          onMove(Math.round(to));
        }}
      >
        <ChevronsLeftRight className="i" aria-hidden />
      </div>
    </div>
  );
}
