import { attachments } from './attachments.ts';
import { contents } from './contents.ts';
import { cropHidden } from './crop/crop-hidden.ts';
import { dedupe } from './dedupe.ts';
import { fonts } from './fonts.ts';
import { images } from './images.ts';
import { inlineImages } from './inline-images.ts';
import { metadata } from './metadata.ts';
import { type PassEntry, stepsOf } from './order.ts';
import { profiles } from './profiles.ts';
import { emptyRemovedPages } from './removed-pages/empty-removed-pages.ts';
import { repeats } from './repeats/repeats.ts';
import { defaults } from './resources/defaults.ts';
import { resources } from './resources.ts';
import { sameImages } from './same-images.ts';
import { streams } from './streams.ts';
import { strips } from './strips.ts';
import { unused } from './unused.ts';

/**
 * Every pass, in the order they end: first what makes work disappear, then what makes the rest smaller. What is taken for granted goes
 * before equal objects become one. Strips become one picture
 * before equal ones among them (the white ones) become one object, and inline images have an object by then. Images that
 * hold the same are one before they are recoded; others become equal only then, so duplicates are merged again.
 * Recoding begins as soon as all images are known; from there to fonts no content changes, so one look at it serves
 * both. While it looks, threads deflate content, which therefore begins before. Streams come last, since they deflate what the others wrote.
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
  { pass: streams, beginsAfter: fonts },
];

export const STEPS = stepsOf(PASSES);
