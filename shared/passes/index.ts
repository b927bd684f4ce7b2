import { contents } from './contents.ts';
import { inlineImages } from './contents-inline.ts';
import { dedupe } from './dedupe.ts';
import { fonts } from './fonts.ts';
import { sameImages } from './images/same-images.ts';
import { images } from './images.ts';
import { metadata } from './metadata.ts';
import type { Pass } from './pass.ts';
import { resources } from './resources.ts';
import { streams } from './streams.ts';
import { unused } from './unused.ts';

/**
 * Every pass, in the order they run: first what makes work disappear, then what makes the rest smaller. Images
 * that hold the same are one before they are recoded; others become equal only then, so duplicates are merged again.
 * Streams come last, since they deflate what the others wrote.
 */
export const PASSES: readonly Pass[] = [
  metadata,
  resources,
  unused,
  dedupe,
  fonts,
  inlineImages,
  contents,
  sameImages,
  images,
  dedupe,
  streams,
];
