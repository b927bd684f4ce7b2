import type { ImageReport, InspectedImage, Inspection } from '../../shared/index.ts';
import { reportOf } from './jobs.ts';

/** A small file of text with one image. */
export function inspectionOf(parts: Partial<Inspection> = {}): Inspection {
  return {
    fileSize: 1000,
    sizes: {
      images: 600,
      fonts: 100,
      content: 100,
      attachments: 0,
      metadata: 50,
      structure: 100,
      other: 30,
      unused: 20,
    },
    document: reportOf().document,
    features: {
      linearized: false,
      incrementalUpdates: 0,
      brotliStreams: 0,
      removedPages: 0,
      xfa: false,
      portfolio: false,
      javaScript: false,
      pageLabels: false,
      layers: 0,
      attachments: 0,
      outlineItems: 2,
      namedDestinations: 0,
      annotations: 5,
      links: 5,
      fields: 0,
    },
    security: null,
    pageSizes: [{ widthPt: 595, heightPt: 842, pages: 3 }],
    images: [],
    fonts: [],
    repairs: [],
    incomplete: false,
    ...parts,
  };
}

export function inspectedImage(object: number, parts: Partial<InspectedImage> = {}): InspectedImage {
  return {
    object,
    width: 100,
    height: 50,
    bitsPerComponent: 8,
    colorSpace: 'DeviceRGB',
    codec: 'flate',
    size: 300,
    role: 'image',
    masked: false,
    softMask: null,
    placed: null,
    pages: [],
    ...parts,
  };
}

/** An image that became a JPEG of 100 bytes, unless overridden. */
export function imageReport(object: number, parts: Partial<ImageReport> = {}): ImageReport {
  return {
    object,
    width: 100,
    height: 50,
    bitsPerComponent: 8,
    colorSpace: 'DeviceRGB',
    codec: 'flate',
    size: 300,
    softMask: false,
    outcome: { kind: 'replaced', codec: 'dct', width: 100, height: 50, size: 100 },
    ...parts,
  };
}
