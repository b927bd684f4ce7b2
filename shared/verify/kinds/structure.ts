import { dictsIn } from '../../pdf/inventory/trees.ts';
import { textOf } from '../../pdf/metadata/text-string.ts';
import { PDFDict } from '../../pdf/objects.ts';
import { described } from '../described.ts';
import { type Item, item } from '../item.ts';
import type { PageNaming, Reading } from '../reading.ts';
import { dictAt, entry } from '../strings.ts';

/** Entries of the catalog: portfolios (ISO 32000-2, 12.3.5), the base of addresses, legal notes, document parts. */
const OF_CATALOG = ['Collection', 'URI', 'Legal', 'Requirements', 'DPartRoot'];
/** Entries of pages: transitions and their times (12.4.4), the order of the Tab key, and scales of maps (12.9). */
const OF_PAGES = ['Trans', 'Dur', 'PresSteps', 'Tabs', 'VP'];

/** Structures besides tags and bookmarks: articles, portfolios, transitions, and claims about tags. */
export function structure(reading: Reading, naming: PageNaming): Item[] {
  const told = (dict: PDFDict | undefined, names: readonly string[], page: number | null): Item[] =>
    names.flatMap((name) => {
      const value = entry(dict, name);
      return value === undefined ? [] : [item({ name, page, value: described(value, reading, naming) })];
    });
  return [
    ...told(reading.catalog, OF_CATALOG, null),
    ...claims(reading),
    ...articles(reading),
    ...reading.pages.flatMap(({ dict }, page) => told(dict, OF_PAGES, page)),
  ];
}

/** `/MarkInfo` (14.7.1); false is the default. */
function claims({ catalog }: Reading): Item[] {
  const marks = dictAt(catalog, 'MarkInfo');
  return (marks?.keys() ?? []).flatMap((name) => {
    const value = String(marks?.lookup(name));
    return value === 'true' ? [item({ name: `MarkInfo ${name.decodeText()}`, value })] : [];
  });
}

/** Beads of one article; more is a loop. */
const MAX_BEADS = 10_000;

/** Articles with their titles and numbers of beads (12.4.3). */
function articles({ catalog }: Reading): Item[] {
  return dictsIn(entry(catalog, 'Threads')).map((thread, index) => {
    const first = entry(thread, 'F');
    let beads = 0;
    for (let bead = first; bead instanceof PDFDict && beads < MAX_BEADS; bead = entry(bead, 'N')) {
      beads += 1;
      if (entry(bead, 'N') === first) break;
    }
    const title = textOf(entry(dictAt(thread, 'I'), 'Title')) ?? String(index + 1);
    return item({ name: `article ${title}`, value: `${beads} beads` });
  });
}
