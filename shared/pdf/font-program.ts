import type { FontProgramFormat } from '../report.ts';
import { key, nameText, type PDFDict, PDFName, type PDFRawStream } from './objects.ts';

/** Font descriptor keys of the embedded program (ISO 32000-2, table 124). */
export const PROGRAM_KEYS = ['FontFile', 'FontFile2', 'FontFile3'] as const;
export type ProgramKey = (typeof PROGRAM_KEYS)[number];

/** Returns the format of a program by its key and, for `/FontFile3`, its `/Subtype`. */
export function programFormat(programKey: ProgramKey, stream: PDFRawStream): FontProgramFormat {
  if (programKey === 'FontFile') return 'Type1';
  if (programKey === 'FontFile2') return 'TrueType';
  return FORMATS[nameAt(stream.dict, 'Subtype')] ?? 'other';
}

/** Returns the text of a name; "" if there is none. */
export function nameAt(dict: PDFDict, name: string): string {
  const value = dict.lookup(key(name));
  return value instanceof PDFName ? nameText(value) : '';
}

const FORMATS: Readonly<Record<string, FontProgramFormat>> = {
  Type1C: 'Type1C',
  CIDFontType0C: 'CIDFontType0C',
  OpenType: 'OpenType',
};
