import type { BlockColors } from '../../../codecs/scans/paper-fill.ts';
import type { MarkedPage } from '../marked-page.ts';
import { type ShapeTones, shapeTones } from './shape-tones.ts';
import { findTextLines, type TextLine } from './text-lines.ts';
import { texturedShapes } from './texture.ts';

/** Dark shapes of a page with their properties, before they get an ink. */
export interface KnownShapes extends MarkedPage {
  readonly tones: ShapeTones;
  /** 1 for each shape in a halftone, hatching or photograph. */
  readonly textured: Uint8Array;
  readonly lines: readonly TextLine[];
  /** Colors of the paper without any ink. */
  readonly bare: BlockColors;
}

export function knownShapes(marked: MarkedPage, bare: BlockColors): KnownShapes {
  return {
    ...marked,
    textured: texturedShapes(marked),
    tones: shapeTones(marked),
    lines: findTextLines(marked.shapes, marked.page.dpi),
    bare,
  };
}
