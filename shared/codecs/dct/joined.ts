import { type Component, geometryOf } from '../jpeg/format/frame.ts';
import { readDctHeader } from '../jpeg/format/header.ts';
import { emptyFrame, indexFrame } from '../jpeg/kernel/kernel-frame.ts';
import { readCoefficients } from '../jpeg/read/read.ts';
import { saysColors } from './cropped.ts';
import { provedSequential } from './proved-file.ts';

/** A JPEG with its pixel position in the whole, at whole units (`cropUnit`). */
export interface JpegPart {
  readonly jpeg: Uint8Array;
  readonly left: number;
  readonly top: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * Returns a key of everything that determines the meaning of coefficients: components, sampling, quantization
 * tables, and color segments. Images with equal keys can be joined. Null if the header cannot be read.
 */
export function jpegLook(jpeg: Uint8Array): string | null {
  const header = readDctHeader(jpeg);
  if (header === null || header.process === 'unsupported') return null;
  const { precision, components, quantTables, hasJfif, adobeTransform } = header;
  const parts = components.map(({ id, horizontal, vertical, quantTable }) =>
    [id, horizontal, vertical, quantTables[quantTable]?.join(' ')].join(','),
  );
  return `${precision} ${hasJfif} ${adobeTransform} ${parts.join(';')}`;
}

/**
 * Joins parts with equal looks that cover the whole without gaps to one JPEG, coefficient by coefficient.
 * Null if a part cannot be read completely, has another size than its place, or has metadata that must be
 * kept.
 */
export function joinedJpeg(
  parts: readonly JpegPart[],
  size: Size,
  { stripMetadata }: { readonly stripMetadata: boolean },
): Uint8Array | null {
  let shape: Parameters<typeof emptyFrame>[0] | null = null;
  let segments: readonly Uint8Array[] = [];
  let planes: Int16Array[] = [];
  for (const { jpeg, left, top } of parts) {
    const image = readCoefficients(jpeg, { maxPixels: size.width * size.height });
    if (image === null || !(stripMetadata || image.appSegments.every(saysColors))) return null;
    const { components } = image.frame;
    if (shape === null) {
      shape = { ...image.frame, ...size };
      segments = image.appSegments.filter(saysColors).map((segment) => segment.slice());
      planes = geometryOf(shape).components.map(({ stride, rows }) => new Int16Array(stride * rows * 64));
    }
    const whole = geometryOf(shape);
    const high = Math.max(...components.map(({ vertical }) => vertical));
    const wide = Math.max(...components.map(({ horizontal }) => horizontal));
    for (const [index, component] of components.entries()) {
      const place = {
        column: (left / (8 * wide)) * component.horizontal,
        row: (top / (8 * high)) * component.vertical,
      };
      if (!copyBlocks(component, planes[index]!, whole.components[index]!, place)) return null;
    }
  }
  if (shape === null) return null;
  const joined = emptyFrame(shape);
  for (const [index, { coefficients }] of joined.components.entries()) coefficients.set(planes[index]!);
  indexFrame(joined);
  return provedSequential(joined, segments)?.bytes ?? null;
}

function copyBlocks(
  { coefficients, stride, rows }: Component,
  plane: Int16Array,
  whole: Pick<Component, 'stride' | 'rows'>,
  { column, row }: { readonly column: number; readonly row: number },
): boolean {
  if (column + stride > whole.stride || row + rows > whole.rows) return false;
  for (let each = 0; each < rows; each += 1) {
    const from = each * stride * 64;
    plane.set(coefficients.subarray(from, from + stride * 64), ((row + each) * whole.stride + column) * 64);
  }
  return true;
}
