import { Minus, Plus } from 'lucide-react';
import { type Dispatch, type KeyboardEvent, useEffect, useMemo, useState } from 'react';
import { fileWords } from '../../text/file.ts';
import { format } from '../../text/format.ts';
import type { PageDiff } from '../../visual-diff/proof.ts';
import type { Painter, RenderSession } from '../../visual-diff/session.ts';
import type { PageSize, Painting } from '../../visual-diff/wire.ts';
import { type CompareEvent, type CompareState, MODES } from './compare-state.ts';
import { KeysHelp } from './KeysHelp.tsx';
import { keyEvent } from './keys.ts';
import { PageStrip } from './PageStrip.tsx';
import { type Painters, Stages } from './Stage.tsx';
import { MAX_ZOOM, MIN_ZOOM, type StageSize, steppedZoom, zoomFactor } from './view.ts';

const { compare } = fileWords;

/** Both documents, page by page. */
export function Compare(props: {
  readonly session: RenderSession;
  /** A preview of the current page with other settings, as a document of one page; null without a preview. */
  readonly tried?: { readonly session: RenderSession; readonly tag: string } | null;
  readonly look: CompareState;
  readonly tell: Dispatch<CompareEvent>;
  readonly proofs: ReadonlyMap<number, PageDiff>;
  readonly lowest: number | undefined;
}) {
  const { session, tried = null, look, tell, proofs } = props;
  const painters = usePainters(session, tried?.session ?? null);
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  const [stage, setStage] = useState<StageSize | null>(null);
  const size = usePageSize(session, look.page);
  const factor = size === null || stage === null ? null : zoomFactor(look.zoom, size, stage);

  const choosePage = (page: number) =>
    tell({ type: 'page-chosen', page, spot: look.zoom === 'fit' ? null : proofs.get(page)?.worstSpot });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || size === null || stage === null) return;
    const given = keyEvent(event.key, look, { pages: session.pages, size, stage });
    if (event.key === '?') setIsHelpOpen(true);
    else if (given !== null) tell(given);
    else return;
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys reach it from what is inside
    <div className="view" onKeyDown={onKeyDown}>
      <div className="tools">
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields, and this groups buttons */}
        <div className="seg" role="group" aria-label={compare.view}>
          {MODES.map((mode) => (
            <button
              key={mode}
              type="button"
              aria-pressed={look.mode === mode}
              onClick={() => tell({ type: 'mode-chosen', mode })}
            >
              {compare.modes[mode]}
            </button>
          ))}
        </div>
        <div className="tools-end">
          <span className="hint num" role="status">
            {compare.page(look.page, session.pages)}
          </span>
          <ZoomButtons factor={factor} isFit={look.zoom === 'fit'} tell={tell} />
          <KeysHelp isOpen={isHelpOpen} onOpen={setIsHelpOpen} />
        </div>
      </div>
      {size === null ? (
        <div className="stage empty" />
      ) : (
        <Stages
          triedTag={tried?.tag ?? null}
          painters={painters}
          look={look}
          size={size}
          spot={proofs.get(look.page)?.spot ?? null}
          tell={tell}
          onSize={setStage}
        />
      )}
      <PageStrip
        session={session}
        page={look.page}
        proofs={proofs}
        lowest={props.lowest}
        tried={tried === null ? null : look.page}
        onChoose={choosePage}
      />
    </div>
  );
}

function ZoomButtons(props: {
  readonly factor: number | null;
  readonly isFit: boolean;
  readonly tell: Dispatch<CompareEvent>;
}) {
  const { factor, tell } = props;
  const step = (direction: 'in' | 'out') => {
    if (factor !== null) tell({ type: 'zoomed', zoom: steppedZoom(factor, direction) });
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields, and this groups buttons
    <div className="seg zoom" role="group" aria-label={compare.zoom}>
      <button
        type="button"
        className="round"
        aria-label={compare.zoomOut}
        aria-disabled={factor !== null && factor <= MIN_ZOOM}
        onClick={() => step('out')}
      >
        <Minus className="i" aria-hidden />
      </button>
      <output className="num">
        {props.isFit ? compare.fit : factor === null ? '–' : format.percent(factor)}
      </output>
      <button
        type="button"
        className="round"
        aria-label={compare.zoomIn}
        aria-disabled={factor !== null && factor >= MAX_ZOOM}
        onClick={() => step('in')}
      >
        <Plus className="i" aria-hidden />
      </button>
    </div>
  );
}

/** The preview replaces only the result: the page before stays rendered. */
function usePainters(session: RenderSession, tried: RenderSession | null): Painters {
  return useMemo(() => {
    const ofTried = (painting: Painting): Painter => {
      const painter = (tried ?? session).painter(painting);
      return tried === null ? painter : { paint: (view) => painter.paint({ ...view, page: 1 }) };
    };
    return {
      before: session.painter('before'),
      after: ofTried('after'),
      difference: ofTried('difference'),
    };
  }, [session, tried]);
}

function isSameSize(one: PageSize | null, other: PageSize): boolean {
  return one !== null && one.widthPt === other.widthPt && one.heightPt === other.heightPt;
}

/** Null until known. The previous size stays until then, so that nothing jumps. */
function usePageSize(session: RenderSession, page: number): PageSize | null {
  const [size, setSize] = useState<PageSize | null>(null);
  useEffect(() => {
    let isWanted = true;
    session.sizeOf(page).then(
      (found) => {
        // Keeps the object if the size is the same, so that renders stay.
        if (isWanted) setSize((until) => (isSameSize(until, found) ? until : found));
      },
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [session, page]);
  return size;
}
