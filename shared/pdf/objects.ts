/**
 * The object model: pdf-lib's low-level classes. Everything outside shared/pdf takes them from here, so that
 * what we rely on of pdf-lib stays in one list.
 */
export {
  PDFArray,
  PDFBool,
  PDFContext,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNull,
  PDFNumber,
  PDFObject,
  PDFRawStream,
  PDFRef,
  PDFStream,
  PDFString,
} from 'pdf-lib';
