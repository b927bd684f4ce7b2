import { DEFAULT_LIMITS } from '../../limits.ts';
import { imageData } from '../../pdf/image/image-data.ts';
import { openDocument } from '../../pdf/read/open.ts';
import { streamItems } from '../../pdf/streams.ts';

/** The JPEGs in a document, in object order. */
export async function jpegsIn(pdf: Uint8Array): Promise<readonly Uint8Array[]> {
  const doc = await openDocument(pdf, { limits: DEFAULT_LIMITS });
  return streamItems(doc).flatMap(({ stream }) => {
    const data = imageData(stream, DEFAULT_LIMITS.streamBytes);
    return data?.kind === 'jpeg' ? [data.bytes] : [];
  });
}
