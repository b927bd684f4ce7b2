import type { PdfDocument } from '../document.ts';
import { contextEntries } from '../objects.ts';
import { pageRefs } from '../page-tree.ts';

/**
 * Compares how two versions of a damaged file are read: the same repairs, the same losses, the same objects by
 * number. Returns the first difference, else null.
 */
export function sameReading(before: PdfDocument, after: PdfDocument): string | null {
  const pages = (doc: PdfDocument) => pageRefs(doc.trailer).join(' ');
  if (pages(before) !== pages(after)) return 'other pages';
  if (before.incomplete !== after.incomplete || before.lostPages !== after.lostPages) return 'other losses';
  if (withoutPositions(before.repairs) !== withoutPositions(after.repairs)) return 'other repairs';
  const malformed = ({ malformedObjects }: PdfDocument) => [...malformedObjects].join(' ');
  if (malformed(before) !== malformed(after)) return 'other malformed objects';
  const known = contextEntries(before.context);
  for (const ref of contextEntries(after.context).keys()) {
    if (!known.has(ref)) return `object ${ref.objectNumber} was not there before`;
  }
  return null;
}

function withoutPositions(repairs: readonly string[]): string {
  return repairs.join('\n').replace(/at byte \d+/g, 'at a byte');
}
