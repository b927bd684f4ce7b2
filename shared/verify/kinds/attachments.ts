import { sha256Hex } from '../../codecs/digest/sha256.ts';
import { eachDictionary } from '../../pdf/inventory/dictionaries.ts';
import { dictsIn } from '../../pdf/inventory/trees.ts';
import { textOf } from '../../pdf/metadata/text-string.ts';
import { PDFDict, type PDFObject, PDFRawStream } from '../../pdf/objects.ts';
import { dataOf } from '../digest.ts';
import { type Item, item } from '../item.ts';
import type { Reading } from '../reading.ts';
import { dictAt, entry, nameOf } from '../strings.ts';
import { fileName } from '../targets.ts';
import { nameTreeEntries } from '../trees.ts';

const FILE_KEYS = ['UF', 'F', 'Unix', 'Mac', 'DOS'];
const SHORT = 16;

/** Embedded files by name and contents, in any file specification (ISO 32000-2, 7.11.4). */
export function attachments(reading: Reading): Item[] {
  const found: Item[] = [];
  eachDictionary(reading.doc, ({ dict }) => {
    const files = dictAt(dict, 'EF');
    if (files === undefined) return;
    const streams = new Set(FILE_KEYS.map((name) => entry(files, name)).filter(isStream));
    found.push(
      item({
        name: fileName(dict),
        value: [
          streams.size === 0 ? 'empty' : [...streams].map(contents).join(' and '),
          nameOf(entry(dict, 'AFRelationship')) ?? '',
          textOf(entry(dict, 'Desc')) ?? '',
        ]
          .join(' ')
          .trim(),
      }),
    );
  });
  return [...found.sort(byName), ...listedNames(reading), ...associated(reading)];
}

function isStream(object: PDFObject | undefined): object is PDFRawStream {
  return object instanceof PDFRawStream;
}

function contents(stream: PDFRawStream): string {
  const data = dataOf(stream);
  return data.length === 0 ? 'empty' : `${data.length} bytes ${sha256Hex(data).slice(0, SHORT)}`;
}

/** The list that viewers show; an embedded file need not be in it. */
function listedNames({ catalog }: Reading): Item[] {
  return nameTreeEntries(entry(dictAt(catalog, 'Names'), 'EmbeddedFiles')).flatMap(([, file]) =>
    file instanceof PDFDict
      ? [item({ name: `${fileName(file)} in the list of attachments`, partOf: fileName(file) })]
      : [],
  );
}

/** Files associated with the document or a page, as of an electronic invoice (14.13). */
function associated({ catalog, pages }: Reading): Item[] {
  return [catalog, ...pages.map(({ dict }) => dict)].flatMap((holder, index) =>
    dictsIn(entry(holder, 'AF')).map((file) =>
      item({
        name: `${fileName(file)} associated with the ${index === 0 ? 'document' : 'page'}`,
        partOf: fileName(file),
        page: index === 0 ? null : index - 1,
      }),
    ),
  );
}

/** Sort order independent of object numbers. */
function byName(a: Item, b: Item): number {
  if (a.name !== b.name) return a.name < b.name ? -1 : 1;
  return a.value < b.value ? -1 : Number(a.value > b.value);
}
