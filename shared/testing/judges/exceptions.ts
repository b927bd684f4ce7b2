/** An accepted complaint about an output, caused by the input or by the judge. */
export interface Exception {
  readonly judge: string;
  /** Part of the name of the test that made the output. */
  readonly test: string;
  /** Part of the complaint. */
  readonly says: string;
  readonly because: string;
}

/** Pages with one invalid kid: each reader counts those of the input differently, and ours alike. */
const BAD_KIDS = {
  test: 'a bad kid among good ones',
  because: 'of the input pdf.js shows the pages before the bad kid, and PDFium believes its /Count',
};

export const EXCEPTIONS: readonly Exception[] = [
  { judge: 'PDFium', says: 'pages became', ...BAD_KIDS },
  { judge: 'pdf.js', says: 'pages became', ...BAD_KIDS },
  {
    judge: 'PDFium',
    test: 'and is not counted goes, and all pages are shown',
    says: 'the text of page',
    because: 'of the input PDFium shows an error at the bad kid, and not the last page',
  },
  {
    judge: 'PDFium',
    test: 'that leads back to the root and is counted',
    says: 'the text of page',
    because: 'of the input it shows the first page at each place of the circle',
  },
  {
    judge: 'qpdf',
    test: 'a bad kid among good ones > a dictionary of another type is a page to all readers',
    says: '/Type key should be /Page but is not',
    because:
      'all readers show it as a page, and so it stays what it was; of the input qpdf says so at another offset',
  },
];
