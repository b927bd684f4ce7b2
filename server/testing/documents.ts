export { smallPdf } from '../../shared/testing/documents/small-pdf.ts';
