import { conformanceRules } from '../pdf/metadata/conformance-rules.ts';
import { type OpenOptions, openDocument } from '../pdf/read/open.ts';
import { writeDocument } from '../pdf/write/write.ts';
import { draftPart } from '../split/draft-part.ts';
import { readSourceDocument } from '../split/source-document.ts';

/**
 * Extracts one page as a document for previews; the result is not checked.
 * @param index 0-based; the last page if there are fewer
 * @throws PdfError when the document cannot be read
 */
export async function extractPage(
  input: Uint8Array,
  index: number,
  options: OpenOptions,
): Promise<Uint8Array> {
  const doc = await openDocument(input, options);
  const whole = readSourceDocument(doc);
  const first = Math.max(0, Math.min(index, whole.pages.length - 1));
  const { doc: part } = draftPart(whole, { first, end: first + 1 }, []);
  return writeDocument(part, conformanceRules(doc));
}
