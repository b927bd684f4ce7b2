import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { albumFile } from '../../shared/testing/documents/album-file.ts';
import { FileBuilder, onePage } from '../../shared/testing/documents/files.ts';

const LOCKED = join(import.meta.dirname, '../../shared/fixtures/encrypted/r4-aes-128.pdf');

/** Pixels of the image in the largest document. */
const [WIDTH, HEIGHT] = [3000, 2000];

/**
 * Files of an archive by path: texts, images, and among them locked, signed, damaged, identical and huge ones.
 *
 * @param count at least 8
 */
export async function archiveFiles(count: number): Promise<ReadonlyMap<string, Uint8Array>> {
  const album = await albumFile(1);
  const locked = new Uint8Array(readFileSync(LOCKED));
  const special: readonly (readonly [string, Uint8Array])[] = [
    ['album.pdf', album],
    ['album-again.pdf', album],
    ['locked.pdf', locked],
    ['signed.pdf', signedFile()],
    ['cut-short.pdf', album.subarray(0, 5000)],
    ['no-pdf.pdf', new TextEncoder().encode('This is no PDF.')],
    ['huge.pdf', pictureFile()],
  ];
  const files = new Map(special.map(([name, bytes], index) => [`${index % 3}/special/${name}`, bytes]));
  for (let index = 0; files.size < count; index += 1) {
    const text = `BT /F1 12 Tf 20 700 Td (Page ${index}) Tj ET\n`.repeat(40 + (index % 7) * 20);
    files.set(
      `${index % 3}/text-${index}.pdf`,
      onePage(new FileBuilder(), text).table('/Root 1 0 R').build(),
    );
  }
  return files;
}

function signedFile(): Uint8Array {
  const signature = '<< /Type /Sig /Filter /Adobe.PPKLite /ByteRange [0 10 20 30] /Contents <00> >>';
  return onePage(new FileBuilder(), 'q Q '.repeat(500))
    .object(1, '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [5 0 R] /SigFlags 3 >> >>')
    .object(5, '<< /FT /Sig /T (s) /V 6 0 R /Type /Annot /Subtype /Widget /Rect [0 0 0 0] >>')
    .object(6, signature)
    .table('/Root 1 0 R')
    .build();
}

/** A PDF with an uncompressed image. */
function pictureFile(): Uint8Array {
  const samples = new Uint8Array(WIDTH * HEIGHT);
  for (let at = 0; at < samples.length; at += 1) samples[at] = ((at % WIDTH) + Math.floor(at / WIDTH)) >> 5;
  return onePage(
    new FileBuilder(),
    'q 500 0 0 330 0 0 cm /Im Do Q',
    '/Resources << /XObject << /Im 9 0 R >> >>',
  )
    .stream(
      9,
      `/Type /XObject /Subtype /Image /Width ${WIDTH} /Height ${HEIGHT} /BitsPerComponent 8 /ColorSpace /DeviceGray`,
      samples,
    )
    .table('/Root 1 0 R')
    .build();
}
