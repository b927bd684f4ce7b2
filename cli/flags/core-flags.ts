import { DEFAULT_PRESET, OPTION_NAMES, OPTION_SPECS, type OptionName, PRESETS } from '../../shared/index.ts';
import { optionFlagName } from '../option-flags.ts';
import type { Flag } from './flag.ts';

/** Help text of each core option. */
const SAYS: Readonly<Record<OptionName, string>> = {
  quality: 'image quality, 1-100; higher is better and larger',
  maxDimension: 'largest width or height of an image, in pixels',
  maxDpi: 'largest resolution of an image at the size it is drawn (0: any); one bit a pixel keeps 600',
  minDpi: 'never shrink an image below this resolution; 150 keeps scans readable (0: no floor)',
  stripMetadata: 'keep EXIF and all other metadata',
  convertToJpeg: 'images keep their kind of compression',
  grayscale: 'make images gray; text and drawings keep their colors',
  roundCoordinates: 'round coordinates of text and drawings, by 0.002 points at most',
  jbig2Symbols: 'black-and-white pages as JBIG2 generic regions only, for rules such as BSI TR-03138',
  bilevel:
    'near: black-and-white scans: move pixels on the edges of letters, at most six together, so that pages get smaller; see docs/near-lossless.md',
  mrc: 'on scanned pages keep text as sharp shapes over a softer picture of the paper, where that is clearly smaller: compare first',
  targetSize:
    'bytes the file should fit into, such as 500000, 200KB or 2MB (0: any); the other options are the most that images get, quality 20 and 72 dpi the least',
  targetMode:
    'what comes of a file that cannot fit. fit: as without a size; closest: the smallest that is possible',
  splitSize: 'give the result in parts of at most N bytes, as OUT-1of3.pdf and so on (0: one PDF)',
  cropHidden: 'remove what no page shows of pictures, outside of crop boxes and rectangular clips',
  removeAttachments: 'remove embedded files',
  breakSignatures: 'compress a signed PDF, although that breaks its signatures',
};

/** The core's options as flags. Options that are not given come from the preset. */
export function coreFlags(options: readonly OptionName[]): readonly Flag[] {
  return options.map((option) => {
    const spec = OPTION_SPECS[option];
    const name = optionFlagName(option);
    const says = SAYS[option];
    if (spec.kind === 'boolean') return { name, says };
    if (spec.kind === 'choice') return { name, value: 'WORD', choices: spec.words, says };
    return { name, value: 'unit' in spec ? 'SIZE' : 'N', says };
  });
}

/** All core options, with their values in the default preset. */
export function coreFlagsWithDefaults(): readonly Flag[] {
  return coreFlags(OPTION_NAMES).map((flag, index) => {
    const byDefault = PRESETS[DEFAULT_PRESET][OPTION_NAMES[index]!];
    return typeof byDefault === 'boolean' ? flag : { ...flag, says: `${flag.says} (without: ${byDefault})` };
  });
}
