import type { Plugin } from 'vite';

/** A part of a bundle, by the path that its first line names, and what stands in for it, or what goes out of it. */
type Replacements = readonly (readonly [part: RegExp, replacement: string | RegExp])[];

/** Layers over a page in the DOM and their editors, a third of both bundles: pages are drawn on a canvas alone. */
const RENDERER: Replacements = [
  [/^\.\/src\/display\/editor\/editor\.js$/, 'class AnnotationEditor {}'],
  [/^\.\/src\/display\/editor\//, ''],
  [/^\.\/src\/display\/(annotation_layer|draw_layer|text_layer_images|touch_manager|xfa_layer)\.js$/, ''],
  [/^\.\/src\/pdf\.js$/, 'export { AnnotationMode, getDocument, PDFWorker, VerbosityLevel };'],
];

/** Forms of XFA, which pdf.js draws into the DOM and only if `enableXfa` is set, and joining documents. */
const PARSER: Replacements = [
  [/^\.\/src\/core\/xfa\/factory\.js$/, 'class XFAFactory { static getRichTextAsHtml() { return null; } }'],
  [/^\.\/src\/core\/xfa\//, ''],
  [/^\.\/src\/core\/xfa_fonts\.js$/, 'const getXfaFontName = () => null; const getXfaFontDict = () => null;'],
  [/^\.\/src\/core\/(\w+_factors|liberationsans_widths)\.js$/, ''],
  [/^\.\/src\/core\/editor\/pdf_editor\.js$/, 'class PDFEditor {}'],
];

/** All but its JPEG decoder, which the core calls for samples as a PDF has them: it converts no color space. */
const IMAGE_DECODERS: Replacements = [
  [/^\.\/src\/core\/colorspace_utils\.js$/, 'class DeviceCmykCS {} const ColorSpaceUtils = {};'],
  [/^\.\/src\/core\/jpg\.js$/, /^ {2}_convert(?!YcckToCmyk)\w+\([\s\S]*?^ {2}\}$/gm],
  [/^\.\/src\/core\/(?!core_utils)/, ''],
  [/^\.\/src\/shared\/image_utils\.js$/, 'const grayToRGBA = null;'],
  [/^\.\/external\//, ''],
  [/^\.\/src\/pdf\.image_decoders\.js$/, 'export { JpegImage, VerbosityLevel, setVerbosityLevel };'],
];

const BUNDLE =
  /\/node_modules\/pdfjs-dist\/(?:legacy\/build\/pdf(\.worker)?|image_decoders\/pdf\.image_decoders)\.mjs$/;
const PART = /^;\/\/ (\S+)\n/m;

/** Leaves out of each bundle of pdf.js what is never used here: it is published as all that it can do. */
export function usedPdfjs(): Plugin {
  return {
    name: 'pagelight:used-pdfjs',
    transform: {
      filter: { id: BUNDLE },
      handler: (code, id) => ({ code: withReplacements(code, replacementsFor(id)), map: null }),
    },
  };
}

function replacementsFor(id: string): Replacements {
  if (id.endsWith('.image_decoders.mjs')) return IMAGE_DECODERS;
  return id.endsWith('.worker.mjs') ? PARSER : RENDERER;
}

/**
 * @param bundle parts, each after a line that names its path
 * @throws Error if a replacement fits no part: another version of pdf.js
 */
export function withReplacements(bundle: string, replacements: Replacements): string {
  const [head = '', ...parts] = bundle.split(PART);
  const unused = new Set(replacements);
  let code = head;
  for (let at = 0; at < parts.length; at += 2) {
    const [name = '', body = ''] = parts.slice(at, at + 2);
    const found = replacements.find(([part]) => part.test(name));
    if (found !== undefined) unused.delete(found);
    const replacement = found?.[1] ?? body;
    code += typeof replacement === 'string' ? replacement : body.replaceAll(replacement, '');
    code += '\n';
  }
  for (const [part] of unused) throw new Error(`pdf.js has no part ${part.source} to leave out`);
  return code;
}
