import * as Comlink from 'comlink';
import { similarity } from '../../shared/codecs/pixels/similarity.ts';
import { differingSpot } from '../../shared/verify/looks/page-look.ts';
import { Comparison } from './comparison.ts';
import type { OpenAnswer, RendererApi } from './wire.ts';

let comparison: Comparison | null = null;

/** The worker's side: two documents are opened once and used until the worker is terminated. */
const api: RendererApi = {
  async open(request, assets): Promise<OpenAnswer> {
    try {
      comparison = await Comparison.open(request, assets, lumaSimilarity, findSpot);
      return { ok: true, pages: comparison.pages };
    } catch (thrown) {
      const isLocked = thrown instanceof Error && thrown.name === 'PasswordException';
      return { ok: false, problem: isLocked ? 'locked' : 'unreadable' };
    }
  },

  replaceAfter: (after) => opened().replaceAfter(after),
  sizeOf: (page) => opened().sizeOf(page),
  compare: (page, partner) => opened().compare(page, partner),

  async paint(painting, view) {
    const bitmap = await opened().paint(painting, view);
    return bitmap === null ? null : Comlink.transfer(bitmap, [bitmap]);
  },

  async thumbnail(side, page, width) {
    const bitmap = await opened().thumbnail(side, page, width);
    return Comlink.transfer(bitmap, [bitmap]);
  },
};

function opened(): Comparison {
  if (comparison === null) throw new Error('nothing was opened to be looked at');
  return comparison;
}

function findSpot(a: ImageData, b: ImageData) {
  return differingSpot(rgba(a), rgba(b));
}

function rgba({ width, height, data }: ImageData) {
  return { width, height, channels: 4, samples: data };
}

function lumaSimilarity(a: ImageData, b: ImageData): number {
  return similarity(rgb(a), rgb(b)).ssim;
}

function rgb({ width, height, data }: ImageData) {
  const samples = new Uint8Array(width * height * 3);
  for (let to = 0, at = 0; to < samples.length; to += 3, at += 4) {
    samples[to] = data[at]!;
    samples[to + 1] = data[at + 1]!;
    samples[to + 2] = data[at + 2]!;
  }
  return { width, height, channels: 3 as const, samples };
}

Comlink.expose(api);
