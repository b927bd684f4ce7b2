import { contents } from './contents.ts';
import { dedupe } from './dedupe.ts';
import { fonts } from './fonts.ts';
import { images } from './images.ts';
import { inlineImages } from './inline-images.ts';
import { metadata } from './metadata.ts';
import type { BegunPass, Pass } from './pass.ts';
import { resources } from './resources.ts';
import { sameImages } from './same-images.ts';
import { streams } from './streams.ts';
import { unused } from './unused.ts';

/** From here on a pass's work goes on beside the passes that follow, up to its own place. */
export interface Beginning {
  readonly begins: BegunPass;
}

/**
 * Every pass, in the order they run: first what makes work disappear, then what makes the rest smaller. Images
 * that hold the same are one before they are recoded; others become equal only then, so duplicates are merged again.
 * Recoding begins as soon as all images are known; from there to fonts no content changes, so one look at it serves both. Streams come last, since they deflate what the others wrote.
 */
export const PASSES: readonly (Pass | Beginning)[] = [
  metadata,
  resources,
  unused,
  dedupe,
  inlineImages,
  sameImages,
  { begins: images },
  { begins: contents },
  fonts,
  { begins: streams },
  contents,
  images,
  dedupe,
  streams,
];
