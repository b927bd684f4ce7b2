/** @typedef {import('../boundaries.mjs').Floor} Floor */

/**
 * Modules of the core, by folder; the first match counts. `shared/*` are the few files that every module may import:
 * options, limits, errors, the report, the host.
 */
export const CORE = /** @type {readonly Floor[]} */ ([
  {
    room: 'shared/api',
    below: [],
    says: 'types of responses describe JSON, and nothing of the core',
  },
  {
    room: 'shared/codecs/jpeg/format',
    below: ['shared/lists.ts'],
    says: 'the format of JPEG stands below those who read and write it',
  },
  {
    room: 'shared/codecs/jpeg/kernel',
    below: ['shared/codecs/jpeg/format', 'shared/codecs/wasm'],
    says: "a JPEG's kernel knows neither who reads nor who writes with it",
  },
  {
    room: 'shared/codecs/jpeg/read',
    below: ['shared/codecs/jpeg/format', 'shared/codecs/jpeg/kernel'],
    says: 'reading a JPEG needs its format and the kernel alone',
  },
  {
    room: 'shared/codecs/flate',
    below: ['shared/codecs/*', 'shared/codecs/wasm'],
    says: 'codecs do not look into each other',
  },
  {
    room: 'shared/codecs/moved-pixels',
    below: ['shared/codecs/bitmap.ts'],
    says: 'what judges pages of one bit imports nothing of what codes them',
  },
  {
    room: 'shared/codecs/ink-judge',
    below: ['shared/codecs/bitmap.ts'],
    says: 'what compares a page of one bit with its scan imports nothing of what makes such pages',
  },
  {
    room: 'shared/codecs',
    below: ['shared/lists.ts'],
    says: 'a codec takes bytes and samples, and knows nothing above it',
  },
  {
    room: 'shared/image-jobs',
    below: ['shared/*', 'shared/codecs'],
    says: 'what an image gets is decided from plain data, not from objects of a PDF',
  },
  {
    room: 'shared/fonts',
    below: ['shared/lists.ts', 'shared/pdf/bytes.ts'],
    says: 'a font program is bytes, wherever it is embedded',
  },
  {
    room: 'shared/pdf/filter',
    below: ['shared/*', 'shared/codecs', 'shared/pdf/*'],
    says: 'a filter knows objects and bytes',
  },
  {
    room: 'shared/pdf/security',
    below: ['shared/*', 'shared/pdf/*'],
    says: 'a cipher knows objects and bytes',
  },
  {
    room: 'shared/pdf/read',
    below: ['shared/*', 'shared/pdf/*', 'shared/pdf/filter', 'shared/pdf/security'],
    says: 'reading a file knows its syntax, not what pages and images mean',
  },
  {
    room: 'shared/pdf/write',
    below: ['shared/*', 'shared/codecs/digest', 'shared/codecs/flate', 'shared/pdf/*', 'shared/pdf/security'],
    says: 'writing a file knows its syntax, not what pages and images mean',
  },
  {
    room: 'shared/pdf/content/syntax',
    below: ['shared/pdf/*'],
    says: 'the syntax of content knows no resources and no pages',
  },
  {
    room: 'shared/pdf/content/interpret',
    below: [
      'shared/*',
      'shared/pdf/*',
      'shared/pdf/filter',
      'shared/pdf/content/syntax',
      'shared/pdf/check/changes.ts',
    ],
    says: 'interpreting content stands on its syntax',
  },
  {
    room: 'shared/pdf/content',
    below: ['shared/*', 'shared/pdf/*', 'shared/pdf/filter'],
    says: 'content is what a page draws, not what an image or a font is',
  },
  {
    room: 'shared/pdf/image',
    below: ['shared/*', 'shared/codecs', 'shared/pdf/*', 'shared/pdf/filter'],
    says: 'an image is an object, wherever it is drawn',
  },
  {
    room: 'shared/pdf/metadata',
    below: ['shared/lists.ts', 'shared/pdf/*', 'shared/pdf/filter'],
    says: 'metadata is text',
  },
  {
    room: 'shared/pdf/check',
    below: [
      'shared/codecs/digest',
      'shared/pdf/*',
      'shared/pdf/content',
      'shared/pdf/filter',
      'shared/pdf/image',
    ],
    says: 'the proof knows what may differ, not who made it differ',
  },
  {
    room: 'shared/pdf/splice',
    below: [
      'shared/*',
      'shared/codecs/flate',
      'shared/pdf/*',
      'shared/pdf/filter',
      'shared/pdf/read',
      'shared/pdf/write',
    ],
    says: 'a file is changed in place without knowing what its pages mean',
  },
  {
    room: 'shared/pdf',
    below: ['shared/*'],
    says: 'what a PDF is knows nothing of what is done to it',
  },
  {
    room: 'shared/work',
    below: ['shared/*', 'shared/image-jobs', 'shared/pdf', 'shared/passes/contents/content-job.ts'],
    says: 'the way to threads knows what jobs are, not who does them',
  },
  {
    room: 'shared/passes',
    below: ['shared/*', 'shared/codecs', 'shared/image-jobs', 'shared/fonts', 'shared/pdf', 'shared/work'],
    says: 'passes are called, and call nobody above them',
  },
  {
    room: 'shared/run',
    below: ['shared/*', 'shared/codecs', 'shared/pdf', 'shared/passes', 'shared/work'],
    says: 'a run is passes and the file around them',
  },
  {
    room: 'shared/estimate',
    below: ['shared/*', 'shared/image-jobs', 'shared/pdf', 'shared/passes', 'shared/run', 'shared/work'],
    says: 'an estimate makes a few pictures as a run would make them',
  },
  {
    room: 'shared/budget',
    below: ['shared/*', 'shared/passes/images/sharpness-axis.ts'],
    says: 'how a size is shared out is decided from reports alone',
  },
  {
    room: 'shared/split',
    below: ['shared/*', 'shared/pdf'],
    says: 'whoever takes a document apart knows what a PDF is, not how it was made smaller',
  },
  {
    room: 'shared/verify',
    below: [
      'shared/*',
      'shared/codecs',
      'shared/fonts',
      'shared/image-jobs',
      'shared/pdf',
      'shared/passes/images/sample-space.ts',
      'shared/passes/images/source.ts',
    ],
    says: 'what compares two documents knows nothing of what was done to one of them',
  },
]);
