import { appendAll } from '../../lists.ts';
import { readFunction } from '../../pdf/image/functions.ts';
import { PDFArray, PDFDict, type PDFObject, PDFRawStream } from '../../pdf/objects.ts';
import { entry, numberOf } from '../strings.ts';
import { itemsOf } from '../trees.ts';
import { type Paint, paintOf } from './paint.ts';

/** The paint of a shading whose colors are unknown, such as that of a mesh. */
const UNKNOWN: Paint = { rgb: null, ink: null };

const shades = new WeakMap<PDFDict, Paint>();

/** Returns the colors at both ends of a shading by functions (ISO 32000-2, 8.7.4.5). */
export function shadePaint(shading: PDFObject | undefined): Paint {
  const dict = shading instanceof PDFRawStream ? shading.dict : shading;
  if (!(dict instanceof PDFDict)) return UNKNOWN;
  let known = shades.get(dict);
  if (known === undefined) shades.set(dict, (known = read(dict)));
  return known;
}

function read(dict: PDFDict): Paint {
  const object = entry(dict, 'Function');
  if (object === undefined) return UNKNOWN;
  const functions = (object instanceof PDFArray ? itemsOf(object) : [object]).map((each) =>
    readFunction(each),
  );
  const ends = itemsOf(entry(dict, 'Domain')).map(numberOf);
  const at = (inputs: readonly number[]): Paint | null => {
    const components: number[] = [];
    for (const each of functions) {
      if (each === null) return null;
      appendAll(components, each(inputs));
    }
    return paintOf(entry(dict, 'ColorSpace'), components);
  };
  const isPlane = numberOf(entry(dict, 'ShadingType')) === 1;
  const domain = ends.length >= 2 && !ends.includes(null) ? (ends as number[]) : [0, 1, 0, 1];
  const [first, end] = isPlane
    ? [at([domain[0]!, domain[2] ?? 0]), at([domain[1]!, domain[3] ?? 1])]
    : [at([domain[0]!]), at([domain[1]!])];
  if (first === null || end === null) return UNKNOWN;
  return { ...first, end: end.rgb };
}
