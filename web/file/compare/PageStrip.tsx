import { useEffect, useRef, useState } from 'react';
import { fileWords } from '../../text/file.ts';
import { format } from '../../text/format.ts';
import { more } from '../../text/i18n/more-words.ts';
import type { PageDiff } from '../../visual-diff/proof.ts';
import type { RenderSession } from '../../visual-diff/session.ts';

const { compare } = fileWords;

/** CSS pixels; the same as in file.css. */
const WIDTH = 58;
/** Thumbnails have twice their CSS size, for high-resolution screens. */
const SHARPNESS = 2;

/** All pages with their scores. Thumbnails are rendered when visible, and released afterwards. */
export function PageStrip(props: {
  readonly session: RenderSession;
  readonly page: number;
  readonly proofs: ReadonlyMap<number, PageDiff>;
  readonly lowest: number | undefined;
  /** The page that is shown as other settings would make it; null where none is. */
  readonly tried: number | null;
  readonly onChoose: (page: number) => void;
}) {
  const { session, page, proofs, lowest } = props;
  const strip = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const button = strip.current?.querySelector(`[data-page="${page}"]`);
    const box = strip.current;
    if (!(button instanceof HTMLElement) || box === null) return;
    // Not scrollIntoView: that would scroll the whole page too.
    box.scrollLeft = button.offsetLeft - (box.clientWidth - button.offsetWidth) / 2;
  }, [page]);
  const numbers = Array.from({ length: session.pages }, (_, index) => index + 1);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields, and this groups buttons
    <div className="strip" dir="ltr" role="group" aria-label={compare.pages} ref={strip}>
      {numbers.map((number) => {
        const proof = proofs.get(number);
        const score = proof === undefined ? null : format.score(proof.similarity);
        const isLowest = number === lowest;
        return (
          <button
            key={number}
            type="button"
            data-page={number}
            className={isLowest ? 'low' : undefined}
            aria-current={number === page ? 'page' : undefined}
            aria-label={compare.pageButton(number, score, isLowest)}
            onClick={() => props.onChoose(number)}
          >
            <Thumbnail session={session} page={number} />
            <span>{format.count(number)}</span>
            <span className="num score-of">{number === props.tried ? more.live.tag : (score ?? '–')}</span>
          </button>
        );
      })}
    </div>
  );
}

function Thumbnail({ session, page }: { readonly session: RenderSession; readonly page: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const isSeen = useIsIntersecting(canvas);
  useEffect(() => {
    const target = canvas.current;
    if (!isSeen || target === null) return;
    let isWanted = true;
    session.thumbnail('after', page, WIDTH * SHARPNESS).then(
      (bitmap) => {
        if (isWanted) {
          target.width = bitmap.width;
          target.height = bitmap.height;
          target.getContext('2d')?.drawImage(bitmap, 0, 0);
        }
        bitmap.close();
      },
      // Without its thumbnail the button still has its number and score.
      () => undefined,
    );
    return () => {
      isWanted = false;
      target.width = 1;
      target.height = 1;
    };
  }, [session, page, isSeen]);
  return <canvas className="page-thumb" ref={canvas} aria-hidden width={1} height={1} />;
}

/** Whether an element is in or near the viewport. */
export function useIsIntersecting(element: React.RefObject<HTMLElement | null>): boolean {
  const [isSeen, setIsSeen] = useState(false);
  useEffect(() => {
    if (element.current === null) return;
    const observer = new IntersectionObserver(([entry]) => setIsSeen(entry?.isIntersecting === true), {
      rootMargin: '120px',
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return isSeen;
}
