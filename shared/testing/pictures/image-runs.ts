import { decodeJpeg4 } from '../../codecs/dct/cmyk-decode.ts';
import { deflate } from '../../codecs/flate/deflate.ts';
import { readDctHeader } from '../../codecs/jpeg/format/header.ts';
import type { Raster } from '../../codecs/pixels/raster.ts';
import { type ImageOverrides, NO_OVERRIDES } from '../../image-overrides.ts';
import { type CompressOptions, DEFAULT_OPTIONS } from '../../options.ts';
import { images } from '../../passes/images.ts';
import { Changes } from '../../pdf/check/changes.ts';
import type { PdfDocument } from '../../pdf/document.ts';
import { decodeStream } from '../../pdf/filter/filters.ts';
import { key, type PDFDict, PDFNumber, PDFRawStream } from '../../pdf/objects.ts';
import type { ImageReport } from '../../report.ts';
import {
  type ObjectSource,
  type ObjectSources,
  objectOf,
  pagesDocument,
  stream,
} from '../documents/documents.ts';
import { createTestHost } from '../host.ts';
import { keepPassed } from '../judges/collect.ts';
import { passContext } from '../pass-context.ts';
import { createMozjpegCodec } from './mozjpeg.ts';

/** Runs the images pass over small documents: PDF syntax in, a reader's view out. */

export const host = createTestHost();
export const codec = createMozjpegCodec(host);
export const IMAGE = 100;
export const MASK = 101;

const SPACES = { 1: '/DeviceGray', 3: '/DeviceRGB', 4: '/DeviceCMYK' } as const;

/** A Flate image of 8 bits; `entries` overrides and adds. */
export function flateImage(raster: Raster, entries = ''): ObjectSource {
  const space = /\/ColorSpace/.test(entries) ? '' : `/ColorSpace ${SPACES[raster.channels]}`;
  return stream(
    `/Type /XObject /Subtype /Image /Width ${raster.width} /Height ${raster.height} /BitsPerComponent 8 ${space} /Filter /FlateDecode ${entries}`,
    deflate(raster.samples, 1),
  );
}

export function dctImage(raster: Raster, jpeg: Uint8Array, entries = ''): ObjectSource {
  const space = /\/ColorSpace/.test(entries) ? '' : `/ColorSpace ${SPACES[raster.channels]}`;
  return stream(
    `/Type /XObject /Subtype /Image /Width ${raster.width} /Height ${raster.height} /BitsPerComponent 8 ${space} /Filter /DCTDecode ${entries}`,
    jpeg,
  );
}

export const jpegOf = (raster: Raster, quality: number) =>
  codec.encode(raster, { quality, chroma: '4:2:0', scans: 'sequential' });

/** Runs the pass over a page that draws image 100. */
export async function runImages(
  objects: ObjectSources,
  options: Partial<CompressOptions> = {},
  imageOverrides: ImageOverrides = NO_OVERRIDES,
) {
  const build = () => pagesDocument([`/Resources << /XObject << /Im ${IMAGE} 0 R >> >>`], objects);
  const doc = build();
  const reports: ImageReport[] = [];
  const changes = new Changes();
  const ctx = passContext({
    options: { ...DEFAULT_OPTIONS, ...options },
    imageOverrides,
    limits: doc.limits,
    host,
    changes,
    reportImage: (image) => reports.push(image),
  });
  await images.run(doc, ctx);
  await keepPassed(build, doc);
  return { doc, changes, report: reports.find(({ object }) => object === IMAGE)!, reports };
}

export function imageAt(doc: PdfDocument, number = IMAGE): { dict: PDFDict; bytes: Uint8Array } {
  const found = objectOf(doc, number);
  if (!(found instanceof PDFRawStream)) throw new Error(`object ${number} is no stream`);
  return { dict: found.dict, bytes: found.contents };
}

/** An entry of an image's dictionary as PDF syntax. */
export const entry = (doc: PdfDocument, name: string, number = IMAGE) =>
  String(imageAt(doc, number).dict.lookup(key(name)));

/** A reader's view: gray or RGB samples of 8 bits. */
export async function pixels(doc: PdfDocument, number = IMAGE): Promise<Raster> {
  const { dict, bytes } = imageAt(doc, number);
  const width = dict.lookup(key('Width'), PDFNumber).asNumber();
  const height = dict.lookup(key('Height'), PDFNumber).asNumber();
  const isRgb = /RGB|\/N 3/.test(String(dict.lookup(key('ColorSpace'))));
  if (entry(doc, 'Filter', number) === '/DCTDecode') {
    if (readDctHeader(bytes)!.components.length === 4) return decodeJpeg4(bytes, null)!;
    return (await codec.decode(bytes, readDctHeader(bytes)!.components.length === 1 ? 1 : 3))!;
  }
  const decoded = decodeStream(PDFRawStream.of(dict, bytes), 1e9);
  if (decoded.kind !== 'bytes') throw new Error('not plain samples');
  return { width, height, channels: isRgb ? 3 : 1, samples: decoded.bytes };
}
