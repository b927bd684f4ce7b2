import type { ObjectSources } from '../documents/documents.ts';
import { FileBuilder, onePage } from '../documents/files.ts';
import { pictures, withPictureColors } from '../documents/pictures-file.ts';

/** A page with one of `pictures`. */
export function pictureFile(index: number): Uint8Array {
  const [dict, data] = pictures()[index]!;
  const head = '/Type /XObject /Subtype /Image';
  const file = onePage(
    new FileBuilder(),
    'q 90 0 0 60 9 9 cm /I Do Q',
    '/Resources << /XObject << /I 10 0 R >> >>',
  );
  file.stream(10, `${head} ${dict}`, data);
  const mask = pictures()[2]!;
  if (dict.includes('/SMask')) file.stream(12, `${head} ${mask[0]}`, mask[1]);
  if (/[89] 0 R/.test(dict)) withPictureColors(file);
  return file.table('/Root 1 0 R').build();
}

/** An image of few samples in one color space, which content names too. */
function colorSpaceFile(space: string, components: number, objects: ObjectSources = {}): Uint8Array {
  const samples = new Uint8Array(16 * 8 * components).map((_, i) => (i * 37) & 255);
  const image = `/Type /XObject /Subtype /Image /Width 16 /Height 8 /BitsPerComponent 8 /ColorSpace ${space}`;
  const content = '/C cs .5 .5 .5 .5 scn q 90 0 0 60 9 9 cm /I Do Q';
  const page = `/Resources << /XObject << /I 10 0 R >> /ColorSpace << /C ${space} >> >>`;
  const file = onePage(new FileBuilder(), content, page).stream(10, image, samples);
  for (const [number, source] of Object.entries(objects)) {
    if (typeof source === 'string') file.object(Number(number), source);
    else file.stream(Number(number), source.dict.slice(2, -2), source.data);
  }
  return file.table('/Root 1 0 R').build();
}

const TINT = '{ dup 0.5 mul exch 1 exch sub dup 0.25 add exch 3 1 roll }';
export const COLOR_FILES: Readonly<Record<string, () => Uint8Array>> = {
  'a spot colour by a calculator': () =>
    colorSpaceFile('[/Separation /Spot /DeviceRGB 11 0 R]', 1, {
      11: { dict: '<</FunctionType 4 /Domain [0 1] /Range [0 1 0 1 0 1]>>', data: TINT },
    }),
  'two inks by a table': () =>
    colorSpaceFile('[/DeviceN [/A /B] /DeviceCMYK 11 0 R]', 2, {
      11: {
        dict: '<</FunctionType 0 /Domain [0 1 0 1] /Range [0 1 0 1 0 1 0 1] /Size [2 2] /BitsPerSample 8>>',
        data: new Uint8Array(16).map((_, i) => i * 16),
      },
    }),
  Lab: () => colorSpaceFile('[/Lab << /WhitePoint [.95 1 1.09] /Range [-100 100 -100 100] >>]', 3),
  'a palette in a string': () =>
    colorSpaceFile('[/Indexed [/CalRGB << /WhitePoint [.95 1 1.09] >>] 3 <000000ff000000ff000000ff>]', 1),
};
