/// <reference path="./pdfjs-image-decoders.d.ts" />
import {
  Jbig2Image,
  JpegImage,
  setVerbosityLevel,
  VerbosityLevel,
} from 'pdfjs-dist/image_decoders/pdf.image_decoders.mjs';

/**
 * The one door to pdf.js' image decoders. Not their legacy build: it replaces `Array.prototype.push` and some forty
 * other built-ins by polyfills, which makes every push of the process twice as slow. What this build needs beyond
 * Node 20 is in JpxImage alone, and that is not used (JPX goes through WebAssembly).
 */

// Decoders report by throwing; a warning on the console helps nobody who compresses a file.
setVerbosityLevel(VerbosityLevel.ERRORS);

export { Jbig2Image, JpegImage };
