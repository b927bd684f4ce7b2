/** @typedef {import('../table.mjs').MutatedFile} MutatedFile */

const INLINE = ['shared/passes/small-images/draw-inline.test.ts'];

/** Faults of small pictures drawn inline, of mesh shadings and of fonts that annotations name. */
export const SMALL_THINGS = /** @type {readonly MutatedFile[]} */ ([
  {
    file: 'shared/passes/small-images/draw-inline.ts',
    tests: INLINE,
    mutants: [
      {
        name: 'what a page draws again goes inline',
        text: 'uses.has(name) ? null : this.#found(',
        becomes: 'this.#found(',
      },
      {
        name: 'what something else uses goes inline',
        text: ' || !this.#once.isDrawn(image)',
        becomes: '',
      },
      {
        name: 'content of other pages changes too',
        text: 'this.#references.get(contents) === 1',
        becomes: 'true',
      },
      {
        name: 'a PDF 2.0 has inline images without a length',
        text: " || doc.headerVersion >= '2'",
        becomes: '',
      },
      {
        name: 'content that can be read in two ways changes',
        text: 'reader.problem === null ? ',
        becomes: 'reader !== null ? ',
        survives: 'the comparison of both contents refuses it too',
      },
      {
        name: 'names of pictures stay',
        text: 'category.dict.delete(key(name));',
        becomes: '',
      },
    ],
  },
  {
    file: 'shared/passes/small-images/inline-text.ts',
    tests: INLINE,
    mutants: [
      {
        name: 'samples may look like the end',
        text: 'data.some((byte, at) => byte === E && data[at + 1] === I)',
        becomes: 'data.length === 0',
      },
      {
        name: 'entries that mean something are lost',
        text: '!ALLOWED.has(name)',
        becomes: "name === key('SMask')",
      },
      {
        name: 'large pictures go inline',
        text: 'size > MAX_INLINE_BYTES ? null',
        becomes: 'size > MAX_INLINE_BYTES * 2 ? null',
      },
      {
        name: 'the mapping of samples is lost',
        text: '${space}${mapping} ID ',
        becomes: '${space} ID ',
      },
    ],
  },
  {
    file: 'shared/passes/streams/mesh-rows.ts',
    tests: ['shared/passes/streams.test.ts'],
    mutants: [
      {
        name: 'a last row is cut off',
        text: ' && bytes % width === 0',
        becomes: '',
      },
      {
        name: 'a predictor that does not pay',
        text: 'predicted.length + PREDICTOR_ENTRY_BYTES < packed.length',
        becomes: 'predicted.length > 0',
        survives: 'only finished sizes between the trial and the entry tell',
      },
      {
        name: 'rows of another length are named',
        text: 'PDFNumber.of(rowBytes)',
        becomes: 'PDFNumber.of(rowBytes + 1)',
      },
    ],
  },
  {
    file: 'shared/pdf/content/exposure.ts',
    tests: ['shared/passes/fonts/usage.test.ts'],
    mutants: [
      {
        name: 'a field that looks like an annotation loses letters',
        text: ' || FIELD_KEYS.some((name) => dict.has(name))',
        becomes: '',
      },
      {
        name: 'an annotation without an appearance loses letters',
        text: "? 'drawn' : 'composed'",
        becomes: "? 'drawn' : 'drawn'",
      },
      {
        name: 'a redaction that is not applied loses letters',
        text: '(annotation) => annotation.get(RO)',
        becomes: '(annotation) => annotation.get(AP)',
      },
    ],
  },
]);
