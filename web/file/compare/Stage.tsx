import { type Dispatch, useEffect, useRef } from 'react';
import { fileWords } from '../../text/file.ts';
import { customProperties, percentLength } from '../../ui/custom-properties.ts';
import { Grip } from '../../ui/Grip.tsx';
import type { PageDiff } from '../../visual-diff/proof.ts';
import type { Painter } from '../../visual-diff/session.ts';
import type { PageSize, Painting } from '../../visual-diff/wire.ts';
import type { CompareEvent, CompareState } from './compare-state.ts';
import { Picture } from './Picture.tsx';
import { useDrag } from './use-drag.ts';
import { pixelRatio, useElementSize } from './use-stage.ts';
import { boundedZoom, draggedCenter, type StageSize, viewOf, zoomFactor } from './view.ts';

const { compare } = fileWords;
const LABELS = {
  before: compare.originalPage,
  after: compare.compressedPage,
  difference: compare.differencePage,
} as const satisfies Record<Painting, (page: number) => string>;

export type Painters = Readonly<Record<Painting, Painter>>;

interface StageProps {
  /** Names the preview that replaces the result; null without one. */
  readonly triedTag: string | null;
  readonly painters: Painters;
  readonly look: CompareState;
  readonly size: PageSize;
  /** The place to frame; null for none. */
  readonly spot: NonNullable<PageDiff['spot']> | null;
  readonly tell: Dispatch<CompareEvent>;
  /** Called with the stage's size, which zoom and keys need. */
  readonly onSize: (size: StageSize) => void;
}

/** The renders in the chosen mode; all show the same part of the page. */
export function Stages(props: StageProps) {
  const after = afterTag(props);
  const { mode } = props.look;
  switch (mode) {
    case 'slider':
      return <SliderStage {...props} />;
    case 'side':
      return (
        <div className="duo">
          <Stage {...props} paintings={['before']} tags={{ left: compare.original }} />
          <Stage {...props} paintings={['after']} tags={{ left: after }} />
        </div>
      );
    case 'difference':
      return <Stage {...props} paintings={['difference']} tags={{ left: compare.differenceKey }} />;
  }
}

function afterTag({ triedTag }: StageProps): string {
  return triedTag ?? compare.compressed;
}

function SliderStage(props: StageProps) {
  const { look, tell } = props;
  return (
    <div
      className="slide-stage"
      dir="ltr"
      style={customProperties({ '--x': percentLength(look.split / 100) })}
    >
      <Stage
        {...props}
        paintings={['before', 'after']}
        tags={{ left: compare.original, right: afterTag(props) }}
      />
      <Grip split={look.split} onMove={(split) => tell({ type: 'split-moved', split })} />
    </div>
  );
}

function Stage(
  props: StageProps & {
    readonly paintings: readonly Painting[];
    readonly tags: { readonly left: string; readonly right?: string };
  },
) {
  const { painters, look, size, tell, tags } = props;
  const element = useRef<HTMLDivElement>(null);
  const stage = useElementSize(element);
  const { onSize } = props;
  useEffect(() => {
    if (stage !== null) onSize(stage);
  }, [stage, onSize]);
  const factor = stage === null ? 1 : zoomFactor(look.zoom, size, stage);
  const drag = useDrag(element, {
    onDrag: (by) => {
      if (stage !== null)
        tell({ type: 'dragged', center: draggedCenter(look.center, by, size, stage, factor) });
    },
    onZoom: (by) => tell({ type: 'zoomed', zoom: boundedZoom(factor * by) }),
  });
  const view = stage && viewOf(look, size, stage, factor, pixelRatio());
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields, and this groups pictures
    <div
      className={typeof look.zoom === 'number' ? 'stage zoomed' : 'stage'}
      role="group"
      aria-label={compare.stage(look.page)}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it takes the keys that move and scale the page
      tabIndex={0}
      ref={element}
      {...drag}
    >
      {view &&
        props.paintings.map((painting) => (
          <div key={painting} className={`half ${painting}`}>
            <Picture
              painter={painters[painting]}
              size={size}
              view={view}
              spot={props.spot}
              label={LABELS[painting](look.page)}
            />
          </div>
        ))}
      <span className="tag left">{tags.left}</span>
      {tags.right && <span className="tag right">{tags.right}</span>}
    </div>
  );
}
