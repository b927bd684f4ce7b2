import type { Raster } from '../pixels/raster.ts';
import { decodeJpx } from './decode.ts';
import { jp2File } from './jp2-file.ts';
import { runOpenJpegEncoder } from './openjpeg-encoder.ts';

export interface JpxModules {
  /** The compiled `openjpegwasm.wasm` of @cornerstonejs/codec-openjpeg. */
  readonly encoder: WebAssembly.Module;
  /** The compiled `openjpeg.wasm` of pdfjs-dist, a build of its own. */
  readonly decoder: WebAssembly.Module;
}

/** Makes a codestream; null if it cannot. */
export type CodestreamEncoder = (raster: Raster, levels: number) => Uint8Array | null;

/** Samples of an image. OpenJPEG takes 9 to 12 bytes of memory for each, of the 2 GB that it can have. */
export const MOST_JPX_SAMPLES = 100_000_000;
/** T.800 allows more; FrameInfo of the encoder has 16 bits. */
const MAX_SIDE = 65_535;

/**
 * Returns gray or RGB samples as a JP2 file without loss, whose decoded samples were compared with the given ones.
 * Null if there is none.
 */
export function encodeJpx(raster: Raster, modules: JpxModules): Uint8Array | null {
  return provenJpx(raster, modules.decoder, (image, levels) =>
    runOpenJpegEncoder(modules.encoder, { ...image, components: image.channels }, levels),
  );
}

/** Returns what this encoder makes if the decoder finds the same samples in it. */
export function provenJpx(
  raster: Raster,
  decoder: WebAssembly.Module,
  encode: CodestreamEncoder,
): Uint8Array | null {
  const { width, height, channels, samples } = raster;
  if (channels === 4 || Math.max(width, height) > MAX_SIDE || samples.length > MOST_JPX_SAMPLES) return null;
  const codestream = encode(raster, levelsOf(raster));
  if (codestream === null) return null;
  const file = jp2File(codestream, { width, height, components: channels });
  const decoded = decodeJpx(file, { module: decoder, components: channels, maxPixels: width * height });
  if (decoded === null || decoded.damaged || decoded.bitsPerComponent !== 8) return null;
  if (decoded.width !== width || decoded.height !== height) return null;
  return areEqual(decoded.samples, samples) ? file : null;
}

/**
 * As many as the shorter side has halves: PDFium asks for half, a quarter and so on of an image that it draws smaller,
 * and draws nothing if the data has no such step. Beyond the fifth they take no bytes.
 */
function levelsOf({ width, height }: Raster): number {
  return 31 - Math.clz32(Math.min(width, height));
}

function areEqual(one: Uint8Array | Uint16Array, other: Uint8Array): boolean {
  if (one.length !== other.length) return false;
  for (let at = 0; at < one.length; at += 1) if (one[at] !== other[at]) return false;
  return true;
}
