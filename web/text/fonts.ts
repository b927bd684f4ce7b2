import type { FontProgramFormat, FontReport, FontStep, SkipReason } from '../../shared/index.ts';
import { sentence } from './format.ts';
import { seriesText } from './i18n/lists.ts';
import { more } from './i18n/more-words.ts';
import { SKIP_WORDS } from './outcome/outcomes.ts';
import { tableWords } from './tables.ts';

const { tablesOf } = more;

const FORMATS: Readonly<Record<FontProgramFormat, string>> = {
  Type1: 'Type 1',
  Type1C: 'CFF',
  CIDFontType0C: 'CFF (CID)',
  TrueType: 'TrueType',
  OpenType: 'OpenType',
  Type3: 'Type 3',
  other: tablesOf.unknownKind,
};

const STEPS: Readonly<Record<FontStep, string>> = more.fontSteps;

/** Reasons worded for a single font, after a colon; the others fit as they are. */
const REASONS: Readonly<Partial<Record<SkipReason, string>>> = more.fontReasons;

/** Texts of the table of fonts. */
export const fontWords = more.fonts;

/** `TrueType`, `CFF, was Type 1` */
export function fontTypeText({ format, outcome }: FontReport, isFileKept: boolean): string {
  if (isFileKept || outcome.kind === 'kept' || outcome.format === format) return FORMATS[format];
  return tablesOf.wasKind(FORMATS[outcome.format], FORMATS[format]);
}

/** The outcome of a font, and why not more was done. */
export function fontDoneText({ outcome }: FontReport, isFileKept: boolean): string {
  if (isFileKept) return tableWords.fileKept;
  if (outcome.kind === 'kept') return tablesOf.left(reasonText(outcome.reason));
  const { steps, allGlyphs } = outcome;
  const done = steps.length === 0 ? tablesOf.packed : seriesText(steps.map((step) => STEPS[step]));
  if (allGlyphs === undefined) return sentence(done);
  return tablesOf.allLetters(sentence(done), reasonText(allGlyphs));
}

function reasonText(reason: SkipReason): string {
  return REASONS[reason] ?? SKIP_WORDS[reason];
}
