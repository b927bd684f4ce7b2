import { attachments } from './attachments.ts';
import { contents } from './contents.ts';
import { cropHidden } from './crop/crop-hidden.ts';
import { dedupe } from './duplicates/dedupe.ts';
import { sameImages } from './duplicates/same-images.ts';
import { fonts } from './fonts.ts';
import { images } from './images.ts';
import { inlineImages } from './inline-images.ts';
import { metadata } from './metadata.ts';
import { type PassEntry, stepsOf } from './order.ts';
import { pieces } from './pieces/pieces.ts';
import { profiles } from './profiles.ts';
import { emptyRemovedPages } from './removed-pages/empty-removed-pages.ts';
import { repeats } from './repeats/repeats.ts';
import { defaults } from './resources/defaults.ts';
import { resources } from './resources.ts';
import { smallImages } from './small-images/draw-inline.ts';
import { streams } from './streams.ts';
import { strips } from './strips.ts';
import { unused } from './unused.ts';

/**
 * All passes, in the order they end: first those that remove work, then those that shrink the rest. Redundant
 * entries are removed before equal objects are merged. Strips become one image before equal ones (the white
 * ones) are merged, and inline images are objects by then. Images with equal content are merged before they
 * are recoded; others become equal only then, so duplicates are merged again. Recoding starts as soon as all
 * images are known; until fonts no content changes, so that both share one content analysis. During the
 * analysis, threads deflate content, which therefore starts before. Contents are divided when nothing rewrites them any
 * more. Streams come last, since they deflate the output of the others.
 */
const PASSES: readonly PassEntry[] = [
  { pass: emptyRemovedPages },
  { pass: attachments },
  { pass: metadata },
  { pass: inlineImages },
  { pass: strips },
  { pass: cropHidden },
  { pass: repeats },
  { pass: resources },
  { pass: unused },
  { pass: defaults },
  { pass: profiles },
  { pass: dedupe, againAfter: images },
  { pass: sameImages },
  { pass: fonts },
  { pass: contents, beginsAfter: sameImages },
  { pass: images, beginsAfter: sameImages },
  { pass: smallImages },
  { pass: pieces },
  { pass: streams, beginsAfter: fonts },
];

export const STEPS = stepsOf(PASSES);
