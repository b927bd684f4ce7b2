import type { Plugin } from 'vite';

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
