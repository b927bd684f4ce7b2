import type { OptionName } from '../options.ts';

/** Texts of an option, in English. The tab has its own, in all its languages. */
export interface OptionText {
  /** One line, without the default: tables of the READMEs, `--help`, the manual page. */
  readonly short: string;
  /** `--help`, where the flag names the opposite of the option (`--no-…`) or needs more words. */
  readonly flag?: string;
  /** OpenAPI, `/docs` and the tools for agents. */
  readonly long: string;
}

/** Every text about options outside of the tab. Markdown: names and values are code. */
export const OPTION_TEXTS: Readonly<Record<OptionName, OptionText>> = {
  quality: {
    short: 'image quality, 1 to 100; higher is better and larger. 80 to 90 suits photographs',
    long: 'Image quality; higher is better and larger. 80 to 90 suits photographs.',
  },
  maxDimension: {
    short:
      'longest side of an image, in pixels, unless that takes more bytes (`smaller-as-is`); 1-bit images stay legible',
    flag: 'longest side of an image, in pixels',
    long: 'Longest side of an image, in pixels; larger images are downsampled. 1200 is about 103 dpi on a full A4 page. An image that would take more bytes that way keeps its pixels, with the reason `smaller-as-is`; a 1-bit image keeps letters legible. Images are never enlarged.',
  },
  maxDpi: {
    short: 'downsample images above this resolution, in dpi; 1-bit images keep 600. 0: off',
    flag: 'downsample images above this resolution, in dpi (0: off); 1-bit images keep 600',
    long: 'Highest resolution of an image at the size it is drawn, in dpi; 0: no limit. Images of printed text up to 1.35 times as fine keep their pixels, at a lower quality. 1-bit images keep 600 dpi.',
  },
  minDpi: {
    short: 'never downsample below this resolution, in dpi. 0: off',
    flag: 'never downsample below this resolution, in dpi; 150 keeps scans readable (0: off)',
    long: 'No image is downsampled below this resolution at the size it is drawn, in dpi, whatever the other limits are; 0: no limit.',
  },
  stripMetadata: {
    short: 'remove author, title, software and EXIF; language and tags stay',
    flag: 'keep author, title, software, EXIF and other metadata',
    long: 'Removes author, title, software, edit history and EXIF. Language, tags and PDF/A identification stay.',
  },
  convertToJpeg: {
    short: 'convert images to JPEG if that is smaller and faithful',
    flag: 'never convert images to JPEG',
    long: 'Allows images that are stored losslessly to become JPEG if that is smaller. Line art stays lossless, since JPEG makes it larger.',
  },
  jpx: {
    short:
      '`lossless` stores photographs that stay exact as reversible JPEG 2000, a quarter smaller; slower to show',
    flag: 'lossless: store photographs that stay exact as reversible JPEG 2000 where that is smaller, about a quarter. Readers take two to four times as long to show them; not in PDF/A-1 and PDF/X',
    long: '`lossless`: photographs that the result would store without loss (8-bit gray or RGB) become reversible JPEG 2000 where that is smaller, by about a quarter. Every pixel stays: each is decoded again and compared. Readers need two to four times as long and ten times the memory to show such a photograph; at half of its pixels or less, PDFium (Chrome) and MuPDF draw it from smaller steps in its data, which differ a little from their own scaling; at more than twice its pixels, MuPDF smooths it. Never in PDF/A-1, PDF/X and their relatives. No effect on images that become JPEG.',
  },
  grayscale: {
    short: 'make images gray; text and drawings keep their colors',
    long: 'Makes images gray; text and drawings keep their colors.',
  },
  roundCoordinates: {
    short: 'round coordinates of lines by at most 0.002 points (0.005 up to quality 60)',
    long: 'Rounds coordinates of paths where no point moves by more than 0.002 points (0.005 up to quality 60); text stays; drawings with many lines become smaller.',
  },
  jbig2Symbols: {
    short:
      'store repeated letters of black-and-white scans once, losslessly; `false` for rules such as BSI TR-03138',
    flag: 'write only generic regions on black-and-white pages, for rules such as BSI TR-03138',
    long: 'Stores letters that repeat on black-and-white pages once, as JBIG2 symbols with exactly their pixels. `false`: only generic regions, for rules that forbid pattern matching, such as BSI TR-03138. Symbols of the input stay if the page would be larger without them, with the warning `symbols-kept`.',
  },
  bilevel: {
    short: '`near` moves edge pixels of scanned letters, `exact` none (docs/near-lossless.md)',
    flag: 'near: on black-and-white scans, move single pixels on the edges of letters, so that pages get smaller; exact: keep every pixel (docs/near-lossless.md)',
    long: '`near`: on scanned black-and-white pages of at least 200 dpi, single pixels on the edges of letters move toward the shape that the same letter has elsewhere, by rules that are checked on the finished page. The warning `bilevel-near` is set if pixels moved. `exact`, or `jbig2Symbols` `false`: every pixel stays.',
  },
  mrc: {
    short:
      '`auto` stores scanned text as sharp shapes over a softer background, `fit` only to fit into `targetSize`',
    flag: 'auto: store text of scanned pages as sharp shapes over a softer background, if that is clearly smaller; fit: only if images would need a quality below 50 or less than 110 dpi to fit into a size. Compare the result',
    long: '`auto`: on scanned pages, text is stored as sharp shapes in its own colors over a softer picture of the paper, if that needs at most 0.7 of the bytes; no letter is replaced by another. The warning `mrc-applied` is set if a page was separated. Pictures, pencil, pale print and drawings stay in the background, or the page stays as it is. Nothing is separated without `convertToJpeg` or at quality 100. With `targetSize`, this is tried before images become softer. `fit`: only with `targetSize`, if images would need a quality below 50 or less than 110 dpi.',
  },
  ink: {
    short: '`auto` stores scanned pages of black print as one bit; pictures and colors stay',
    flag: 'auto: store scanned pages of black print as one bit, with pictures, pencil and colors as they are, if that is clearly smaller. Compare the result',
    long: '`auto`: a scanned page of black print becomes black on white at its own resolution, if that needs at most 0.7 of the bytes. Photographs, stamps, pencil and colored ink stay as gray or color pictures. Each finished page is compared with its scan: where a stroke would be lost or ink added, the page stays as it is, with the reason in the report. The warning `ink-applied` is set if a page changed. With `mrc` `auto` too, the smaller form of each page is used. Nothing changes without `convertToJpeg` or at quality 100. With `targetSize`, this is tried before images become softer.',
  },
  targetSize: {
    short:
      'maximum size of the file, such as `200KB`; quality stays at least 20 and resolution 72 dpi. 0: off',
    flag: 'size that the file should fit into, such as 500000, 200KB or 2MB (0: off); the other options are the upper bound, quality 20 and 72 dpi the lower',
    long: 'Size that the file should fit into, in bytes; `200KB` and `2MB` are accepted too. Images stay as sharp as the size permits, within the other options and no lower than quality 20 and 72 dpi. If that does not suffice, the file is as without a size, with the warning `target-missed`. 0: off.',
  },
  targetMode: {
    short: 'if `targetSize` cannot be met: `fit` ignores it, `closest` gives the smallest file',
    flag: 'if the size cannot be met: fit ignores it, closest gives the smallest possible file',
    long: 'The result if a file cannot fit into `targetSize`; it has the warning `target-missed`. `fit` ignores the size, since coarser images would be a loss without a gain. `closest`: the smallest file that the other options, quality 20 and 72 dpi permit.',
  },
  splitSize: {
    short: 'split the result into PDFs of at most this size; the response of the API is a ZIP. 0: off',
    flag: 'split the result into parts of at most this size, named OUT-1of3.pdf and so on (0: one PDF)',
    long: 'Splits the result into files of at most this many bytes, each with consecutive pages; `200KB` and `2MB` are accepted too. The response is a ZIP (`application/zip`) of `name-1of3.pdf` and so on, also if one file is enough. Bookmarks and links within a part, fields, tags and labels of its pages stay; links to another part become plain text. A signed PDF, or a single page above the size, is refused as `cannot_split`. 0: one PDF.',
  },
  cropHidden: {
    short: 'remove image areas, paths and forms that no page shows',
    long: 'Removes what no page shows: areas of images, paths and forms outside of the crop box or of a rectangular clip. It cannot be brought back; report and receipt name the images. An image is cropped only if it is drawn once and upright, and is stored as JPEG or plain samples without a mask.',
  },
  removeAttachments: {
    short: 'remove embedded files',
    long: 'Removes embedded files, with the warning `attachments-removed`; annotations that hold one stay, without it.',
  },
  linearize: {
    short: 'order the file for display while it loads (fast web view)',
    long: 'Linearizes the file ("fast web view", ISO 32000-2, annex F): a reader shows the first page before it has the rest, for files on a web server or in a bucket. Takes about 100 bytes for each page. The warning `not-linearized` is set if the result is not linearized although the input was or this option is `true`.',
  },
  breakSignatures: {
    short: 'compress signed files, which invalidates the signatures',
    long: 'Compresses a signed document although that invalidates its signatures; otherwise it is returned unchanged.',
  },
};
