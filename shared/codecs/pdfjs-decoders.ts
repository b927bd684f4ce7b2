/// <reference path="./pdfjs-image-decoders.d.ts" />
import {
  JpegImage,
  setVerbosityLevel,
  VerbosityLevel,
} from 'pdfjs-dist/image_decoders/pdf.image_decoders.mjs';

/**
 * The only import of pdf.js' image decoders. Not their legacy build: it replaces `Array.prototype.push` and
 * some forty other built-ins by polyfills, which makes every push of the process twice as slow. Only JpxImage
 * of this build needs more than Node 20, and that is not used (JPX goes through WebAssembly).
 */

// Decoders report by throwing; console warnings do not help users.
setVerbosityLevel(VerbosityLevel.ERRORS);

export { JpegImage };
