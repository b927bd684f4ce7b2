/**
 * Resolution of colour beside luminance in a JPEG; none where the channels have no luminance in common and stay as they
 * are.
 */
export type Chroma = '4:2:0' | '4:4:4' | 'none';

export interface ChromaFacts {
  /** The picture is Lab, DeviceN or the like: see `SampleSpace`. */
  readonly hasOwnChannels: boolean;
  readonly isLineArt: boolean;
  /** Each pixel is seen as it is drawn. */
  readonly isCoarse: boolean;
  /** The source has as many samples of colour as of luminance. */
  readonly isFull: boolean;
}

/** Full resolution only where the source has it and it carries coloured text or a screen, or each pixel is seen. */
export function chromaOf({ hasOwnChannels, isLineArt, isCoarse, isFull }: ChromaFacts): Chroma {
  if (hasOwnChannels) return 'none';
  return isFull && (isCoarse || isLineArt) ? '4:4:4' : '4:2:0';
}
