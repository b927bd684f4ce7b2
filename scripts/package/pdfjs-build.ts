import type { Plugin } from 'vite';

/* pdf.js is published as bundles of all that it can do. These plugins leave out what is never used here. */

const IMAGE_DECODERS = /\/node_modules\/pdfjs-dist\/image_decoders\/pdf\.image_decoders\.mjs$/;
const GLOBAL = /^globalThis\.pdfjsImageDecoders = \{[^}]*\};$/m;

/** Leaves out the global with all image decoders of pdf.js, so that unused ones can be left out of a build. */
export function usedImageDecoders(): Plugin {
  return {
    name: 'pagelight:used-image-decoders',
    transform: {
      filter: { id: IMAGE_DECODERS },
      handler(code) {
        if (!GLOBAL.test(code)) throw new Error('pdf.image_decoders.mjs has no global to leave out');
        return { code: code.replace(GLOBAL, ''), map: null };
      },
    },
  };
}

/** A part of a bundle, by the path that its first line names, and what stands in for it. */
type Replacements = readonly (readonly [part: RegExp, replacement: string])[];

/** Layers over a page in the DOM and their editors: pages are drawn on a canvas alone. */
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

const BUNDLE = /\/node_modules\/pdfjs-dist\/legacy\/build\/pdf(\.worker)?\.mjs$/;
const PART = /^;\/\/ (\S+)\n/m;

/** Leaves out the parts of pdf.js that show a page in the DOM: a third of both bundles. */
export function pdfjsForCanvas(): Plugin {
  return {
    name: 'pagelight:pdfjs-for-canvas',
    transform: {
      filter: { id: BUNDLE },
      handler(code, id) {
        return { code: withReplacements(code, id.endsWith('.worker.mjs') ? PARSER : RENDERER), map: null };
      },
    },
  };
}

/**
 * @param bundle parts, each after a line that names its path
 * @throws Error if a replacement fits no part: another version of pdf.js
 */
export function withReplacements(bundle: string, replacements: Replacements): string {
  const [head, ...parts] = bundle.split(PART);
  const unused = new Set(replacements);
  let code = head;
  for (let at = 0; at < parts.length; at += 2) {
    const found = replacements.find(([part]) => part.test(parts[at]));
    if (found !== undefined) unused.delete(found);
    code += found?.[1] ?? parts[at + 1];
    code += '\n';
  }
  for (const [part] of unused) throw new Error(`pdf.js has no part ${part.source} to leave out`);
  return code;
}
