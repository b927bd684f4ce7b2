import type { Limits } from '../../limits.ts';
import { type CompressOptions, DEFAULT_OPTIONS } from '../../options.ts';
import { PRESETS } from '../../presets.ts';
import { mutate, mutateData, mutationCount } from '../documents/mutations.ts';
import { createTestHost } from '../host.ts';
import { type FairEnd, fairEnd } from '../judges/fair-end.ts';
import type { Judge } from '../judges/judge.ts';
import { PDFIUM, PDFIUM_PAGES, PDFIUM_PIXELS } from '../judges/pdfium.ts';
import { sequence } from '../pictures/rasters.ts';
import { pickOf } from './edits.ts';
import { ORIGINALS, type Original } from './originals.ts';

/** One mutated file with its settings. */
export interface Trial {
  /** Original and number, by which the trial can be repeated. */
  readonly name: string;
  readonly file: Uint8Array;
  readonly setting: Setting;
  readonly password?: string;
  /** Its syntax is sound: only data inside streams was changed. */
  readonly isSound: boolean;
  readonly mutations: number;
}

/** Options by a short name. Starting mozjpeg takes 20 ms: most trials keep images lossless. */
export const SETTINGS = {
  lossless: { ...PRESETS.lossless, breakSignatures: true },
  asked: { ...DEFAULT_OPTIONS, breakSignatures: true },
  rounded: { ...PRESETS.lossless, breakSignatures: true, roundCoordinates: true, stripMetadata: true },
  gray: { ...DEFAULT_OPTIONS, breakSignatures: true, convertToJpeg: false, grayscale: true },
  fitted: { ...DEFAULT_OPTIONS, breakSignatures: true, targetSize: 700 },
} as const satisfies Readonly<Record<string, CompressOptions>>;

export type Setting = keyof typeof SETTINGS;

const DEFAULT_VALUE: readonly Setting[] = ['lossless', 'lossless', 'lossless', 'rounded'];
const RARE: readonly Setting[] = ['asked', 'gray', 'fitted'];
const RARE_SHARE = 0.04;
const SOUND_SHARE = 0.4;

/** Files are small, so the limits are far below those for documents. */
const LIMITS: Partial<Limits> = { streamBytes: 4 << 20, totalBytes: 64 << 20, imagePixels: 1_000_000 };

const host = createTestHost();
const files = new Map<string, Uint8Array>();
const raffle = ORIGINALS.flatMap((original) => Array<Original>(original.weight).fill(original));

/** @param seed of the whole run @param number of this trial in it */
export async function makeTrial(seed: number, number: number): Promise<Trial> {
  const own = Math.imul(seed ^ Math.imul(number + 1, 0x85ebca6b), 0xc2b2ae35) >>> 0;
  const random = sequence(own);
  random();
  const original = pickOf(random, raffle);
  const setting = pickOf(random, random() < RARE_SHARE ? RARE : DEFAULT_VALUE);
  const isSound = original.isPacked !== true && random() < SOUND_SHARE;
  const file = (isSound ? mutateData : mutate)(await fileOf(original), own);
  const { password } = original;
  return {
    name: `${original.name}, ${seed}-${number}`,
    file,
    setting,
    isSound,
    mutations: mutationCount(own),
    ...(password === undefined ? {} : { password }),
  };
}

/**
 * @param isJudged whether PDFium examines the result, too
 * @throws Error that describes what was unfair, or what our code threw
 */
export async function fairTrial(
  { file, setting, password, isSound }: Pick<Trial, 'file' | 'setting' | 'password' | 'isSound'>,
  isJudged: boolean,
): Promise<FairEnd> {
  const run = { host, limits: LIMITS, ...(password === undefined ? {} : { password }) };
  const ended = await fairEnd(file, SETTINGS[setting], run);
  if (!isJudged || ended.output === null) return ended;
  const difference = await judgeFor(setting, isSound).disagreement(file, ended.output, password ?? '');
  if (difference !== null) throw new Error(`PDFium: ${difference}`);
  return ended;
}

/** The meaning of unsound syntax is undefined, down to the text; the number of pages is not. */
function judgeFor(setting: Setting, isSound: boolean): Judge {
  if (!isSound) return PDFIUM_PAGES;
  return setting === 'lossless' ? PDFIUM_PIXELS : PDFIUM;
}

async function fileOf(original: Original): Promise<Uint8Array> {
  const file = files.get(original.name) ?? (await original.file());
  files.set(original.name, file);
  return file;
}
