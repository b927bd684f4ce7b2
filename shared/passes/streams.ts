/**
 * Deflates every stream of bytes again, as tightly as we can (ISO 32000-2, 7.4.4).
 *
 * The decoded bytes stay exactly the same. Streams packed by an image codec are left alone, a predictor stays as it
 * is (its rows are what is deflated), and damaged data stays: readers then go on seeing what they saw.
 */
import { deflate, isTight } from '../codecs/deflate.ts';
import { decodeKeepingPredictor, filterSteps } from '../pdf/filters.ts';
import { isImage } from '../pdf/image-xobject.ts';
import { key } from '../pdf/objects.ts';
import { isExternal, repackedStream, type StreamItem, streamItems } from '../pdf/streams.ts';
import { eachItem, type ItemOutcome, type Pass, saved, skipped } from './pass.ts';

/** Bytes that naming the filter costs. */
const FILTER_ENTRY_BYTES = '/Filter/FlateDecode'.length;

export const streams: Pass = {
  id: 'streams',
  enabled: () => true,

  run: (doc, ctx) =>
    eachItem('streams', streamItems(doc), ctx, ({ ref, stream }: StreamItem): ItemOutcome => {
      // The images pass knows their rows, and has packed them.
      if (isImage(stream)) return skipped('image-codec');
      if (isExternal(stream)) return skipped('external-data');
      if (isTight(stream.contents)) return skipped('not-smaller');
      const steps = filterSteps(stream.dict);
      // A Crypt filter says how this stream is encrypted: its place in the chain must stay.
      if (steps === null || steps.some(({ name }) => name === 'Crypt')) return skipped('must-stay');
      // PDF/A-1 wants its metadata unfiltered, so that tools find it (ISO 19005-1, 6.7.2).
      if (ctx.facts.pdfA?.startsWith('1') && stream.dict.get(key('Type')) === key('Metadata'))
        return skipped('must-stay');
      const plain = decodeKeepingPredictor(stream, ctx.limits.streamBytes);
      if (plain.kind === 'codec') return skipped('image-codec');
      if (plain.kind === 'undecodable') return skipped('undecodable');
      if (plain.damaged) return skipped('damaged-data');

      const packed = deflate(plain.bytes);
      const before = stream.contents.length + (steps.length > 0 ? FILTER_ENTRY_BYTES : 0);
      const deflated = packed.length + FILTER_ENTRY_BYTES;
      // Predicted bytes mean nothing without their filter.
      const leavePlain = plain.predictor === null && plain.bytes.length <= deflated;
      const after = leavePlain ? plain.bytes.length : deflated;
      if (after >= before) return skipped('not-smaller');

      const bytes = leavePlain ? plain.bytes : packed;
      const packing = leavePlain
        ? { kind: 'none' as const }
        : { kind: 'flate' as const, predictor: plain.predictor };
      doc.context.assign(ref, repackedStream(stream, bytes, packing));
      return saved(before - after);
    }),
};
