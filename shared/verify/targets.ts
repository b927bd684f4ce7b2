/** Targets of links, bookmarks and named destinations, in a comparable form. */

import { latin1 } from '../pdf/bytes.ts';
import { decodeStream } from '../pdf/filter/filters.ts';
import { textOf } from '../pdf/metadata/text-string.ts';
import { PDFArray, PDFDict, type PDFObject, PDFRawStream } from '../pdf/objects.ts';
import { described } from './described.ts';
import type { PageNaming, Reading } from './reading.ts';
import { entry, nameOf, numberOf, wordOf } from './strings.ts';
import { itemsOf } from './trees.ts';

export interface Target {
  /** E.g. `page 3`, an address or a file name. */
  readonly name: string;
  /** E.g. `XYZ` or `Fit`. */
  readonly value: string;
  readonly numbers: readonly (number | null)[];
}

const NOWHERE: Target = { name: 'nowhere', value: '', numbers: [] };
/** Length of an action chain; more is a loop. */
const MAX_ACTIONS = 20;
const MAX_SCRIPT_BYTES = 4 * 1024 * 1024;

/** Returns the target of a link annotation or an outline item: its `/Dest`, else its `/A`. */
export function targetOf(dict: PDFDict, reading: Reading, naming: PageNaming): Target {
  const destination = entry(dict, 'Dest');
  if (destination !== undefined) return destinationTarget(destination, reading, naming);
  return actionTarget(entry(dict, 'A'), reading, naming);
}

/** A named or explicit destination (ISO 32000-2, 12.3.2). */
export function destinationTarget(
  destination: PDFObject | undefined,
  reading: Reading,
  naming: PageNaming,
): Target {
  const word = wordOf(destination);
  const named = word === null ? destination : reading.destinations.get(word);
  if (word !== null && named === undefined) return { ...NOWHERE, value: word };
  const array = named instanceof PDFDict ? entry(named, 'D') : named;
  if (!(array instanceof PDFArray)) return NOWHERE;
  const [page, fit, ...numbers] = itemsOf(array);
  const name = pageName(page, reading, naming);
  if (name === null) return NOWHERE;
  const kind = nameOf(fit) ?? 'Fit';
  return { name, value: kind, numbers: viewNumbers(kind, numbers) };
}

function pageName(page: PDFObject | undefined, reading: Reading, naming: PageNaming): string | null {
  const index = page instanceof PDFDict ? reading.pageIndex.get(page) : numberOf(page);
  // A page number is for other files, but some programs use it for their own.
  if (index == null || index < 0 || index >= reading.pages.length) return null;
  return naming(index);
}

/** Number of coordinates by kind (table 149). */
const NUMBERS: Readonly<Record<string, number>> = { XYZ: 3, FitH: 1, FitV: 1, FitR: 4, FitBH: 1, FitBV: 1 };

function viewNumbers(kind: string, numbers: readonly (PDFObject | undefined)[]): (number | null)[] {
  const count = NUMBERS[kind] ?? 0;
  return Array.from({ length: count }, (_, index) => {
    const number = numberOf(numbers[index]);
    // "A zoom factor of 0 has the same meaning as a null value."
    return kind === 'XYZ' && index === 2 && number === 0 ? null : number;
  });
}

/** An action with its successors (12.6). */
export function actionTarget(action: PDFObject | undefined, reading: Reading, naming: PageNaming): Target {
  const targets: Target[] = [];
  const add = (object: PDFObject | undefined): void => {
    if (targets.length >= MAX_ACTIONS) return;
    if (object instanceof PDFArray) for (const each of itemsOf(object)) add(each);
    if (!(object instanceof PDFDict)) return;
    targets.push(oneAction(object, reading, naming));
    add(entry(object, 'Next'));
  };
  add(action);
  const [first, ...rest] = targets;
  if (first === undefined) return NOWHERE;
  return { ...first, name: [first, ...rest].map(({ name }) => name).join(', then ') };
}

function oneAction(action: PDFDict, reading: Reading, naming: PageNaming): Target {
  const kind = nameOf(entry(action, 'S')) ?? '';
  const to = (name: string): Target => ({ name, value: kind, numbers: [] });
  switch (kind) {
    case 'GoTo':
      return destinationTarget(entry(action, 'D'), reading, naming);
    case 'URI':
      return to(textOf(entry(action, 'URI')) ?? '');
    case 'GoToR':
    case 'GoToE':
    case 'Launch':
      return to(
        `${fileName(entry(action, 'F') ?? entry(action, 'Win'))} ${remoteName(entry(action, 'D'))}`.trim(),
      );
    case 'Named':
      return to(nameOf(entry(action, 'N')) ?? '');
    case 'JavaScript':
      return to(scriptText(entry(action, 'JS')));
    // Forms sent or filled, layers switched, media played: everything that the action says.
    default:
      return to(described(action, reading, naming));
  }
}

/** Name in a file specification (7.11), which may be a string. */
export function fileName(file: PDFObject | undefined): string {
  if (!(file instanceof PDFDict)) return textOf(file) ?? '';
  return (
    ['UF', 'F', 'Unix', 'Mac', 'DOS']
      .map((name) => textOf(entry(file, name)))
      .find((name) => name !== null) ?? ''
  );
}

function remoteName(destination: PDFObject | undefined): string {
  const [page] = itemsOf(destination);
  const number = numberOf(page);
  return wordOf(destination) ?? (number === null ? '' : `page ${number + 1}`);
}

/** A script is a text string or a stream (12.6.4.17). */
export function scriptText(script: PDFObject | undefined): string {
  if (!(script instanceof PDFRawStream)) return textOf(script) ?? '';
  const decoded = decodeStream(script, MAX_SCRIPT_BYTES);
  return decoded.kind === 'bytes' ? latin1(decoded.bytes, 0, decoded.bytes.length) : '';
}
