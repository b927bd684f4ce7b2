import { PDFDocument, StandardFonts } from 'pdf-lib';

/** A small valid PDF that becomes smaller by compression: at least its Info dictionary can be removed. */
export async function smallPdf(): Promise<Uint8Array<ArrayBuffer>> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  document.setTitle('A title that compression removes. '.repeat(20));
  document.setCreationDate(new Date(0));
  document.setModificationDate(new Date(0));
  for (const text of ['first', 'second']) document.addPage([200, 100]).drawText(text, { x: 10, y: 50, font });
  return new Uint8Array(await document.save({ useObjectStreams: false }));
}
