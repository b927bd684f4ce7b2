/** Short codes for what a person should know about a result that did succeed. */
export type Warning =
  | 'signed' // left unchanged: compressing would break a signature
  | 'signatures-broken' // compressed on request, signatures are no longer valid
  | 'repaired' // the file was damaged and was read by a repair
  | 'low-resolution-scan' // a page-sized image of fine detail ended under 120 dpi, or 110 where `minDpi` allows that
  | 'color-kept' // images were to become gray, but some, or all with the input that came back, still have colour
  | 'target-missed' // the file is larger than asked for, and could not be made smaller without more harm than is allowed
  | 'damaged-kept' // left unchanged: parts of the damaged file cannot be read, and we do not guess
  | 'verification-failed' // the output did not prove equal, so the original came back
  | 'removed-pages' // pages that were taken out of the page tree and still stood in the file were emptied
  | 'attachments-removed' // embedded files went, as asked
  | 'symbols-kept' // JBIG2 symbols were to go, but some that were there, or may be, take less room than without
  | 'mrc-applied' // text of scanned pages is kept as sharp shapes over a softer picture of the paper
  | 'bilevel-near' // on scanned pages of one bit, pixels on the edges of letters moved
  | 'metadata-kept'; // metadata was to go, but the result would have been larger

/** Why one object stayed as it was. A word for people is kept by each host, keyed by this. */
export type SkipReason =
  | 'already-small'
  | 'not-smaller'
  | 'jpeg-not-allowed'
  | 'unsupported-color-space'
  | 'unsupported-bits'
  | 'unsupported-filter'
  | 'unsupported-decode'
  | 'unsupported-jpeg'
  | 'color-key-mask'
  | 'stencil-mask'
  | 'image-mask'
  | 'matte'
  | 'used-as-mask'
  | 'damaged-data'
  | 'decoders-differ' // two decoders read different pictures in it, or one of them none
  | 'too-many-pixels'
  | 'external-data'
  | 'image-codec'
  | 'undecodable'
  | 'required-as-is'
  | 'unclear-content' // readers may divide it into operations differently
  | 'verification-failed' // the new form did not prove equal, so the old one stayed
  | 'kept-by-user'
  | 'worker-failed'
  | 'signed'
  | 'xfa-form'
  | 'ambiguous-content'
  | 'form-field-font'
  | 'ambiguous-text'
  | 'unsupported-font'
  | 'unsupported-cmap'
  | 'unreadable-cmap'
  | 'unknown-glyph-name'
  | 'damaged-font'
  | 'unsupported-font-structure'
  | 'multiple-master'
  | 'composite-loop';

/** Why the text of a page was not separated from its paper, where that was allowed. */
export type MrcRefusal =
  | 'signed' // any change breaks its signature
  | 'lossless' // images may not become JPEG, or nothing may be lost
  | 'target-size-set' // the file is made to fit a size, for which pictures are tried at many qualities
  | 'not-a-scan' // no single upright picture covers the page, or text or drawings stand beside it
  | 'low-resolution' // fewer than 180 dots per inch
  | 'shared-picture' // something else uses the picture too
  | 'kept-by-user' // the image has settings of its own
  | 'unsuitable-image' // masks, palettes, other colours than gray and RGB, damage
  | 'unsuitable-size'
  | 'no-uniform-background' // a photograph, a slide
  | 'halftone' // so many dots that they are no letters
  | 'no-solid-text' // pencil, pale print, many tones
  | 'quality-too-low' // parts of the page would look worse than in a JPEG
  | 'not-smaller' // less than a third would be gained
  | 'encoder-failed';

/** Why no pixel of a picture of one bit moved, where that was allowed. */
export type ExactReason =
  | 'symbols-off' // letters may not be coded as symbols
  | 'no-page' // small, a mask, or of a kind that is not coded as a page
  | 'required-as-is' // its samples may not change at all
  | 'unknown-size' // it is not certain how large it is drawn
  | 'low-resolution' // fewer than 200 dots per inch
  | 'fewer-pixels' // it is made coarser
  | 'little-gain' // as a page that a computer drew has
  | 'rule-broken'; // the finished page was judged, and is exact instead
