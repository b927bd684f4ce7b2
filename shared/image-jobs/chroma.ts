/** Chroma resolution of a JPEG; none if the channels have no common luminance and stay as they are. */
export type Chroma = '4:2:0' | '4:4:4' | 'none';

export interface ChromaFacts {
  /** The image is Lab, DeviceN etc.; see `SampleSpace`. */
  readonly hasOwnChannels: boolean;
  readonly isLineArt: boolean;
  /** Its pixels are individually visible as drawn. */
  readonly isCoarse: boolean;
  /** The source has full chroma resolution. */
  readonly isFull: boolean;
}

/**
 * Full chroma resolution only if the source has it and shows colored text or a screen, or if single pixels
 * are visible.
 */
export function chromaOf({ hasOwnChannels, isLineArt, isCoarse, isFull }: ChromaFacts): Chroma {
  if (hasOwnChannels) return 'none';
  return isFull && (isCoarse || isLineArt) ? '4:4:4' : '4:2:0';
}
