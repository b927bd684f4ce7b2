import { type Center, MIDDLE, type Zoom } from './view.ts';

export const MODES = ['slider', 'side', 'difference'] as const;
export type Mode = (typeof MODES)[number];

/** View state of the comparison. */
export interface CompareState {
  readonly mode: Mode;
  /** 1-based. */
  readonly page: number;
  readonly zoom: Zoom;
  readonly center: Center;
  /** Position of the divider in percent of the stage; the original is left of it. */
  readonly split: number;
  /** The user has not touched the view: the worst page so far is shown. */
  readonly followsWorst: boolean;
}

export const INITIAL_COMPARE_STATE: CompareState = {
  mode: 'slider',
  page: 1,
  zoom: 'width',
  center: { x: 0.5, y: 0 },
  split: 50,
  followsWorst: true,
};

export type CompareEvent =
  | { readonly type: 'mode-chosen'; readonly mode: Mode }
  | { readonly type: 'page-chosen'; readonly page: number; readonly spot?: Center | null }
  | { readonly type: 'worst-found'; readonly page: number; readonly spot: Center | null }
  | { readonly type: 'zoomed'; readonly zoom: Zoom }
  | { readonly type: 'dragged'; readonly center: Center }
  | { readonly type: 'split-moved'; readonly split: number }
  /** The file is made again while it is looked at. */
  | { readonly type: 'view-held' };

export function compareReducer(look: CompareState, event: CompareEvent): CompareState {
  switch (event.type) {
    case 'mode-chosen':
      return { ...look, mode: event.mode };
    case 'page-chosen':
      return {
        ...look,
        page: event.page,
        center: event.spot ?? { x: look.center.x, y: 0 },
        followsWorst: false,
      };
    case 'worst-found':
      if (!look.followsWorst) return look;
      return { ...look, page: event.page, center: event.spot ?? look.center };
    case 'zoomed':
      return {
        ...look,
        zoom: event.zoom,
        center: event.zoom === 'fit' ? MIDDLE : look.center,
        followsWorst: false,
      };
    case 'dragged':
      return { ...look, center: event.center, followsWorst: false };
    case 'split-moved':
      return { ...look, split: Math.min(100, Math.max(0, event.split)), followsWorst: false };
    case 'view-held':
      return { ...look, followsWorst: false };
  }
}

/** Mode and zoom of the previous file, reused for the next. */
let kept: Pick<CompareState, 'mode' | 'zoom'> | null = null;

export function keepLook({ mode, zoom }: CompareState): void {
  kept = { mode, zoom };
}

/** On touch screens the whole page is shown: panning would prevent scrolling. */
export function initialCompareState(): CompareState {
  const zoom = matchMedia('(pointer: coarse)').matches ? 'fit' : INITIAL_COMPARE_STATE.zoom;
  return { ...INITIAL_COMPARE_STATE, zoom, ...kept };
}
