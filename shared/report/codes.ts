/** Codes for warnings about a successful result. */
export type Warning =
  | 'signed' // left unchanged: compressing would break a signature
  | 'signatures-broken' // compressed on request, signatures are no longer valid
  | 'repaired' // the file was damaged and was repaired on reading
  | 'low-resolution-scan' // a page-sized image of fine detail ended under 120 dpi, or 110 where `minDpi` allows that
  | 'color-kept' // with `grayscale`, some images still have color, or all if the input was returned
  | 'target-missed' // the file exceeds the target size, and the options permit no further loss
  | 'damaged-kept' // left unchanged: parts of the damaged file are unreadable
  | 'around-damage' // parts of the damaged file are unreadable: only whole images and streams became smaller
  | 'verification-failed' // the output was not proved equal, so the original was returned
  | 'removed-pages' // pages removed from the page tree but still in the file were emptied
  | 'mostly-attachments' // more than half of the file is embedded files, whose content is not compressed again
  | 'attachments-removed' // embedded files were removed on request
  | 'media-removed' // these were videos or sounds: what plays them stays and plays nothing
  | 'portfolio-removed' // these were the documents of a portfolio: its cover stays
  | 'invoice-removed' // these were the data of an electronic invoice
  | 'symbols-kept' // without `jbig2Symbols`: symbols (or possible symbols) of the input stay, as they are smaller
  | 'mrc-applied' // text of scanned pages is stored as sharp shapes over a softer background image
  | 'ink-applied' // scanned pages of print are one bit: black on white, with pictures where more was on them
  | 'bilevel-near' // on scanned one-bit pages, pixels on the edges of letters moved
  | 'not-linearized' // the input was linearized, or the option asks for it, and the result is not
  | 'metadata-kept'; // with `stripMetadata`, metadata stays because the result would have been larger

/** Reason why an object was left unchanged. Each host has its own sentence for each code. */
export type SkipReason =
  | 'already-small'
  | 'not-smaller'
  | 'smaller-as-is' // with the pixels that `maxDimension` allows it would be larger
  | 'jpeg-not-allowed'
  | 'unsupported-color-space'
  | 'unsupported-bits'
  | 'unsupported-filter'
  | 'unsupported-decode'
  | 'unsupported-jpeg'
  | 'jpx-alpha' // readers differ on the opacity inside of JPEG 2000 data
  | 'color-key-mask'
  | 'stencil-mask'
  | 'image-mask'
  | 'matte'
  | 'used-as-mask'
  | 'damaged-data'
  | 'decoders-differ' // two decoders decode it differently, or one cannot decode it
  | 'too-many-pixels'
  | 'too-large' // it decodes to far more bytes than are stored
  | 'external-data'
  | 'image-codec'
  | 'undecodable'
  | 'required-as-is'
  | 'unclear-content' // readers may divide it into operations differently
  | 'verification-failed' // the new form was not proved equal, so the old one stays
  | 'kept-by-user'
  | 'worker-failed'
  | 'signed'
  | 'xfa-form'
  | 'ambiguous-content'
  | 'form-field-font'
  | 'annotation-font' // viewers make the annotation's appearance with it
  | 'ambiguous-text'
  | 'unsupported-font'
  | 'unsupported-cmap'
  | 'unreadable-cmap'
  | 'unknown-glyph-name'
  | 'damaged-font'
  | 'unsupported-font-structure'
  | 'multiple-master'
  | 'composite-loop';

/** Reason why the text of a page was not separated from the background although `mrc` permits it. */
export type MrcRefusal =
  | 'signed' // any change breaks its signature
  | 'lossless' // images may not become JPEG, or quality is lossless
  | 'target-size-set' // a target size is set, for which images are tried at many qualities
  | 'not-a-scan' // no single image covers the page
  | 'tilted' // the image is drawn at an angle, at which readers draw hard edges jagged
  | 'drawn-below' // something is drawn below the image
  | 'not-opaque' // the image is drawn with transparency, or in a transparency group
  | 'text-over' // more text is drawn over the image than stamps and page numbers have
  | 'drawing-over' // a drawing of many paths lies over the image
  | 'image-over' // another image covers more than a quarter of it
  | 'low-resolution' // fewer than 180 dots per inch
  | 'shared-picture' // the image is used elsewhere too
  | 'kept-by-user' // the image has its own settings
  | 'unsuitable-image' // masks, palettes, colors other than gray and RGB, damage
  | 'unsuitable-size'
  | 'no-uniform-background' // a photograph, a slide
  | 'halftone' // too many dots for letters
  | 'no-solid-text' // pencil, pale print, many tones
  | 'quality-too-low' // parts of the page would look worse than in a JPEG
  | 'not-smaller' // saves less than a third
  | 'ink-smaller' // as one bit, the page takes fewer bytes
  | 'encoder-failed';

/** Reason why a page did not become one bit although `ink` permits it. */
export type InkRefusal =
  | MrcRefusal
  | 'mostly-pictures' // pictures, stamps, pencil or shades cover half of the page or lie in too many places
  | 'strokes-differ' // strokes would be lost, divided, joined or thinner
  | 'ink-on-paper' // ink would appear where the scan has paper
  | 'marks-lost' // paler or colored marks would be lost
  | 'mrc-smaller'; // separated text takes fewer bytes

/** Reason why no pixel of a one-bit image moved although `bilevel: near` permits it. */
export type ExactReason =
  | 'symbols-off' // `jbig2Symbols` is off
  | 'no-page' // small, a mask, or of a kind that is not encoded as a page
  | 'required-as-is' // its samples must not change
  | 'unknown-size' // its drawn size is uncertain
  | 'low-resolution' // fewer than 200 dots per inch
  | 'fewer-pixels' // it is downsampled
  | 'little-gain' // as for computer-drawn pages
  | 'rule-broken'; // the finished page broke a rule, so it is exact
