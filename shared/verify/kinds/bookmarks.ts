import { textOf } from '../../pdf/metadata/text-string.ts';
import { PDFDict } from '../../pdf/objects.ts';
import { type Item, item } from '../item.ts';
import type { PageNaming, Reading } from '../reading.ts';
import { dictAt, entry } from '../strings.ts';
import { destinationTarget, targetOf } from '../targets.ts';

/** Outline items in order (ISO 32000-2, 12.3.3): titles, depths and targets. */
export function bookmarks(reading: Reading, naming: PageNaming): Item[] {
  const items: Item[] = [];
  const seen = new Set<PDFDict>();
  // An explicit stack: outlines built to be deep must not exhaust the call stack.
  const stack: { readonly dict: PDFDict | undefined; readonly depth: number }[] = [
    { dict: dictAt(dictAt(reading.catalog, 'Outlines'), 'First'), depth: 0 },
  ];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { dict, depth } = next;
    if (!(dict instanceof PDFDict) || seen.has(dict)) continue;
    seen.add(dict);
    const target = targetOf(dict, reading, naming);
    items.push(
      item({
        name: textOf(entry(dict, 'Title')) ?? '',
        value: `${target.name}${target.value === '' ? '' : `, ${target.value}`}${depth === 0 ? '' : `, level ${depth + 1}`}`,
        numbers: target.numbers,
      }),
    );
    stack.push({ dict: dictAt(dict, 'Next'), depth }, { dict: dictAt(dict, 'First'), depth: depth + 1 });
  }
  return items;
}

/** Named destinations, which other files may refer to as well. */
export function namedDestinations(reading: Reading, naming: PageNaming): Item[] {
  return [...reading.destinations].map(([name, value]) => {
    const target = destinationTarget(value, reading, naming);
    return item({ name, value: `${target.name} ${target.value}`.trim(), numbers: target.numbers });
  });
}
