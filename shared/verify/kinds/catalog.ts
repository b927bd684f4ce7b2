/** Data about the whole document in the catalog and the trailer. */

import { sha256Hex } from '../../codecs/digest/sha256.ts';
import { securityFacts } from '../../pdf/inventory/permissions.ts';
import { dictsIn } from '../../pdf/inventory/trees.ts';
import { textOf } from '../../pdf/metadata/text-string.ts';
import { xmpText } from '../../pdf/metadata/xmp-text.ts';
import { PDFDict, PDFRawStream } from '../../pdf/objects.ts';
import type { DocumentFacts } from '../../report.ts';
import { described } from '../described.ts';
import { digestOf } from '../digest.ts';
import { type Item, item } from '../item.ts';
import type { PageNaming, Reading } from '../reading.ts';
import { dictAt, entry, nameOf } from '../strings.ts';
import { actionTarget, destinationTarget } from '../targets.ts';
import { nameTreeEntries } from '../trees.ts';

export function language({ catalog }: Reading): Item[] {
  const text = textOf(entry(catalog, 'Lang'));
  return text === null || text === '' ? [] : [item({ name: 'language', value: text })];
}

/** Settings for opening the document (ISO 32000-2, 12.2 and 12.3.2). */
export function opening(reading: Reading, naming: PageNaming): Item[] {
  const { catalog } = reading;
  const action = entry(catalog, 'OpenAction');
  const first =
    action instanceof PDFDict
      ? actionTarget(action, reading, naming)
      : destinationTarget(action, reading, naming);
  return [
    ...named('page mode', nameOf(entry(catalog, 'PageMode'))),
    ...named('page layout', nameOf(entry(catalog, 'PageLayout'))),
    ...(action === undefined
      ? []
      : [item({ name: 'first view', value: `${first.name} ${first.value}`.trim(), numbers: first.numbers })]),
    ...preferences(dictAt(catalog, 'ViewerPreferences')),
  ];
}

function preferences(dict: PDFDict | undefined): Item[] {
  return (dict?.keys() ?? []).map((name) =>
    item({ name: name.decodeText(), value: String(dict?.lookup(name) ?? '') }),
  );
}

function named(name: string, value: string | null): Item[] {
  // The default of both equals a missing entry.
  return value === null || value === 'UseNone' || value === 'SinglePage' ? [] : [item({ name, value })];
}

/** Scripts that run when the document is opened, or on its events. */
export function scripts(reading: Reading, naming: PageNaming): Item[] {
  const { catalog } = reading;
  const byName = nameTreeEntries(entry(dictAt(catalog, 'Names'), 'JavaScript')).map(([name, action]) =>
    item({ name, value: actionTarget(action, reading, naming).name }),
  );
  const events = dictAt(catalog, 'AA');
  const atEvents = (events?.keys() ?? []).map((event) =>
    item({
      name: `at ${event.decodeText()}`,
      value: actionTarget(events?.lookup(event), reading, naming).name,
    }),
  );
  return [...byName, ...atEvents];
}

/** Output intents (14.11.5) with their profiles. */
export function outputIntents({ catalog }: Reading): Item[] {
  return dictsIn(entry(catalog, 'OutputIntents')).map((intent) => {
    const profile = entry(intent, 'DestOutputProfile');
    return item({
      name: nameOf(entry(intent, 'S')) ?? '',
      value: [
        textOf(entry(intent, 'OutputConditionIdentifier')) ?? '',
        profile instanceof PDFRawStream ? `profile ${digestOf(profile)}` : '',
      ]
        .join(' ')
        .trim(),
    });
  });
}

/** Standards that the document claims. */
export function standards({ pdfA, pdfUA }: DocumentFacts, pdfX: string | undefined): Item[] {
  return [
    ...(pdfA === undefined ? [] : [item({ name: 'PDF/A', value: pdfA })]),
    ...(pdfUA === undefined ? [] : [item({ name: 'PDF/UA', value: pdfUA })]),
    ...(pdfX === undefined ? [] : [item({ name: 'PDF/X', value: pdfX })]),
  ];
}

/** Encryption, and the permissions of a reader with the user password. */
export function protection({ doc: { security } }: Reading): Item[] {
  if (security === null) return [];
  const { cipher, keyBits, permissions } = securityFacts(security);
  return [item({ name: `${cipher} ${keyBits}`, value: [...permissions].sort().join(', ') })];
}

/** Entries of the Info dictionary, and the XMP as a whole. */
export function metadata(reading: Reading): Item[] {
  const info = dictAt(reading.doc.trailer, 'Info');
  const entries = (info?.keys() ?? []).flatMap((name) => {
    const text = textOf(info?.lookup(name));
    return text === null || text === '' ? [] : [item({ name: name.decodeText(), value: text })];
  });
  const xmp = xmpText(reading.doc);
  return [
    ...entries,
    ...(xmp === null ? [] : [item({ name: 'XMP', value: sha256Hex(new TextEncoder().encode(xmp)) })]),
    ...pagePieces(reading),
  ];
}

/** Private data of programs (14.5). */
function pagePieces(reading: Reading): Item[] {
  return [reading.catalog, ...reading.pages.map(({ dict }) => dict)].flatMap((holder, index) => {
    const pieces = dictAt(holder, 'PieceInfo');
    return (pieces?.keys() ?? []).map((program) =>
      item({
        name: `data of ${program.decodeText()}`,
        page: index === 0 ? null : index - 1,
        value: described(pieces?.lookup(program), reading, String),
      }),
    );
  });
}

/** Returns `/Producer`, as the file states it; undefined if blank. */
export function producerOf({ doc }: Reading): string | undefined {
  return textOf(entry(dictAt(doc.trailer, 'Info'), 'Producer'))?.trim() || undefined;
}
