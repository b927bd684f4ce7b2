import type { FontProgramFormat, FontReport, FontStep, SkipReason } from '../../shared/index.ts';
import { sentence } from './format.ts';
import { SKIP_WORDS } from './outcomes.ts';
import { tableWords } from './tables.ts';

const FORMATS: Readonly<Record<FontProgramFormat, string>> = {
  Type1: 'Type 1',
  Type1C: 'CFF',
  CIDFontType0C: 'CFF with CIDs',
  TrueType: 'TrueType',
  OpenType: 'OpenType',
  Type3: 'Type 3',
  other: 'Unknown',
};

const STEPS: Readonly<Record<FontStep, string>> = {
  subset: 'cut to the letters that are shown',
  'tables-dropped': 'tables that PDF doesn’t use dropped',
  'type1-to-cff': 'Type 1 written as CFF',
};

/** Reasons as said of one font, after a colon; all others read well as they are counted. */
const REASONS: Readonly<Partial<Record<SkipReason, string>>> = {
  'not-smaller': 'it would not get smaller',
  'damaged-data': 'it could not be read to its end',
  'external-data': 'it is stored outside this file',
  undecodable: 'it could not be unpacked',
  'must-stay': 'something besides text needs it',
  'job-failed': 'it went wrong on the way',
  signed: 'the document is signed',
  'xfa-form': 'anything may be typed in this kind of form',
  'content-in-doubt': 'some content could not be read with certainty',
  'form-font': 'form fields may need any letter',
  'odd-text': 'apps read its text differently',
  'unsupported-font': 'it is of a kind we don’t touch yet',
  'unsupported-cmap': 'its character codes are of a kind we don’t read yet',
  'unreadable-cmap': 'its character map can’t be read',
  'unknown-glyph-name': 'it has names for letters that we don’t know',
  'damaged-font': 'it is damaged',
  'odd-font': 'it is built in a way we don’t touch yet',
  'multiple-master': 'it is several designs in one',
  'composite-loop': 'it has letters made of themselves',
  'not-proved': 'the smaller one did not prove to look the same',
};

/** The words of the table of fonts. */
export const fontWords = {
  title: 'Fonts',
  font: 'Font',
  type: 'Type',
  done: 'What was done',
  before: 'Before',
  after: 'After',
  noName: 'Without a name',
  ofAll: (done: string) => `All of them: ${done}`,
} as const;

/** `TrueType`, `CFF, was Type 1` */
export function fontTypeText({ format, outcome }: FontReport, isFileKept: boolean): string {
  if (isFileKept || outcome.kind === 'kept' || outcome.format === format) return FORMATS[format];
  return `${FORMATS[outcome.format]}, was ${FORMATS[format]}`;
}

/** What was done to a font, and why not more. */
export function fontDoneText({ outcome }: FontReport, isFileKept: boolean): string {
  if (isFileKept) return tableWords.fileKept;
  if (outcome.kind === 'kept') return `Left as it is: ${reasonText(outcome.reason)}.`;
  const { steps, allGlyphs } = outcome;
  const done = steps.length === 0 ? 'packed more tightly' : steps.map((step) => STEPS[step]).join(', ');
  if (allGlyphs === undefined) return sentence(done);
  return `${sentence(done)} All its letters stay: ${reasonText(allGlyphs)}.`;
}

function reasonText(reason: SkipReason): string {
  return REASONS[reason] ?? SKIP_WORDS[reason];
}
