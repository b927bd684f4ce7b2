/** @typedef {import('../table.mjs').MutatedFile} MutatedFile */

/** Faults of image jobs. */
export const IMAGE_JOBS = /** @type {readonly MutatedFile[]} */ ([
  {
    file: 'shared/image-jobs/dct-job.ts',
    tests: [
      'shared/image-jobs/dct-job.test.ts',
      'shared/passes/images.test.ts',
      'shared/passes/images/matrix/matrix.test.ts',
      'shared/passes/images/placed-size.test.ts',
    ],
    mutants: [
      {
        name: 'soft masks of any quality',
        text: 'Math.max(settings.quality, SOFT_MASK_QUALITY)',
        becomes: 'settings.quality',
      },
      {
        name: 'coloured text at half resolution',
        text: "classify(facts) === 'line-art'",
        becomes: "(classify(facts) as string) === 'never'",
      },
      {
        name: 'photographs at full resolution of colour',
        text: "classify(facts) === 'line-art'",
        becomes: "classify(facts) !== 'line-art'",
      },
      {
        name: 'colour gets the resolution that it did not have',
        text: '(each) => each.horizontal === luma.horizontal && each.vertical === luma.vertical',
        becomes: '(each) => each.horizontal + luma.vertical > 0',
      },
      {
        name: 'samples that must stay are coded again',
        text: 'if (refusal !== null) return sameCoding(refusal);',
        becomes: '',
      },
      {
        name: 'what is no JPEG at all is read',
        text: "if (header === null) return kept('damaged-data');",
        becomes: "if (header === null) return kept('unsupported-jpeg');",
      },
      {
        name: 'JPEGs near the asked quality are coded again',
        text: 'const QUALITY_MARGIN = 5;',
        becomes: 'const QUALITY_MARGIN = 0;',
      },
      {
        name: 'JPEGs far above the asked quality stay',
        text: 'const QUALITY_MARGIN = 5;',
        becomes: 'const QUALITY_MARGIN = 40;',
      },
      {
        name: 'metadata of a JPEG that stays is kept',
        text: 'settings.stripMetadata ? stripMetadata(source.jpeg) : source.jpeg',
        becomes: 'source.jpeg',
      },
      {
        name: 'metadata that was to stay goes',
        text: 'settings.stripMetadata ? stripMetadata(source.jpeg) : source.jpeg',
        becomes: 'stripMetadata(source.jpeg)',
      },
      {
        name: 'metadata of a new JPEG is dropped',
        text: 'settings.stripMetadata ? new Uint8Array() : metadataSegments(source.jpeg)',
        becomes: 'new Uint8Array()',
      },
      {
        name: 'hidden colours bleed',
        text: 'alpha === null ? unpacked : fillHidden(unpacked, alpha)',
        becomes: 'unpacked',
      },
      {
        name: 'hidden colours are filled when they are mixed already',
        text: 'excess === 1 && job.alpha === null && job.matte === null',
        becomes: 'excess === 1 && job.matte === null',
      },
      {
        name: 'what is shrunk only if it is no print is shrunk before it is looked at',
        text: 'excess === 1 && job.alpha === null && job.matte === null',
        becomes: 'job.alpha === null && job.matte === null',
      },
      {
        name: 'a picture is not shrunk',
        text: 'isSized ? wholeRaster(picture) : downsample(picture, width, height)',
        becomes: 'wholeRaster(picture)',
        survives: 'whatever is coded then shrinks it, once more for each try of a search: only time is lost',
      },
      {
        name: 'gray in three components stays so',
        text: 'mayBecomeGray(job) && isExactlyGray(shrunk) ? firstChannel(shrunk) : shrunk',
        becomes: 'shrunk',
      },
      {
        name: 'a shrunken scan has lost nothing',
        text: 'isDetailed: isDetailed(facts),\n    unblended',
        becomes: 'isDetailed: false,\n    unblended',
      },
    ],
  },
  {
    file: 'shared/image-jobs/whole-steps.ts',
    tests: ['shared/image-jobs/whole-steps.test.ts', 'shared/passes/images/monotone.test.ts'],
    mutants: [
      {
        name: 'steps that cut squares',
        text: '.filter((step) => width % step === 0 && height % step === 0)',
        becomes: '',
      },
      { name: 'far below the limit', text: 'const MIN_SHARE = 2 / 3;', becomes: 'const MIN_SHARE = 1 / 3;' },
      {
        name: 'no whole step is worth it',
        text: 'const WORTH_SHARE = 0.9;',
        becomes: 'const WORTH_SHARE = 0.1;',
      },
      {
        name: 'higher limits are not looked at',
        text: 'if (encodedBytes(await reduced(above)) < bytes) return replaced(least);',
        becomes: '',
      },
    ],
  },
  {
    file: 'shared/image-jobs/samples-job.ts',
    tests: [
      'shared/passes/images.test.ts',
      'shared/image-jobs/samples-job.test.ts',
      'shared/passes/images/placed-size.test.ts',
      'shared/passes/images/matrix/matrix.test.ts',
      'shared/passes/images/matrix/matrix-depths.test.ts',
      'shared/passes/images/pixel-limit.test.ts',
      'shared/passes/images/monotone.test.ts',
    ],
    mutants: [
      {
        name: 'missing rows are made up',
        text: "if (source.rows.length < needed) return kept('damaged-data');",
        becomes: '',
      },
      {
        name: 'samples that must stay are recoded',
        text: 'if (refusal !== null) return repacked(job, rows, refusal);',
        becomes: '',
      },
      {
        name: 'half of 16 bits is lost where nothing may be',
        text: 'if (mayLose(job)) return eight;',
        becomes: 'return eight;',
      },
      {
        name: 'samples of 16 bits have no limit of pixels where nothing may be lost',
        text: '(!mayLose(job) && job.pixelLimit === undefined)',
        becomes: '!mayLose(job)',
      },
      {
        name: 'averages are the only form without JPEG',
        text: 'smallerDraft(resampledForm(job, sized, facts), whole)',
        becomes: 'resampledForm(job, sized, facts)',
      },
      {
        name: 'the limit of pixels has no say for flat images',
        text: 'const limit = exceededLimit(job, whole);',
        becomes: 'const limit = null as PixelSize | null;',
      },
      {
        name: 'no JPEG where one is allowed',
        text: 'if (!settings.mayBecomeJpeg || space.kind',
        becomes: 'if (settings.mayBecomeJpeg || space.kind',
      },
      {
        name: 'a JPEG where none is allowed',
        text: 'if (!settings.mayBecomeJpeg || space.kind',
        becomes: 'if (space.kind',
      },
      {
        name: 'a palette becomes a picture where its space must stay',
        text: "if (space.kind === 'indexed' && !settings.mayChangeSpace) return null;",
        becomes: '',
      },
      {
        name: 'coloured text at half resolution',
        text: "const isLineArt = classify(facts) === 'line-art';",
        becomes: 'const isLineArt = false as boolean;',
      },
      {
        name: 'a JPEG of text for a few bytes',
        text: 'jpegOrLossless(job, jpeg, LINE_ART_SHARE, sharpForm',
        becomes: 'jpegOrLossless(job, jpeg, 100, sharpForm',
      },
      {
        name: 'hidden colours bleed',
        text: 'return alpha === null ? raster : fillHidden(raster, alpha);',
        becomes: 'return raster;',
      },
      {
        name: 'a shrunken scan has lost nothing',
        text: 'lostDetail: result.image.width < job.width && isDetailed(facts)',
        becomes: 'lostDetail: false',
      },
      {
        name: 'a photograph that is shrunk has lost detail',
        text: 'lostDetail: result.image.width < job.width && isDetailed(facts)',
        becomes: 'lostDetail: result.image.width < job.width',
      },
      {
        name: 'indexes beyond the table are trusted',
        text: 'values.some((index) => index >= entries)',
        becomes: 'false',
      },
      {
        name: 'samples of few bits are dark',
        text: '(value * 255) / highest',
        becomes: 'value',
      },
      {
        name: 'samples that must stay are packed though that is larger',
        text: 'if (bytes.length >= job.storedBytes) return kept(reason);',
        becomes: '',
      },
      {
        name: 'gray in three components stays so',
        text: 'const isGray = mayBecomeGray(job) && isExactlyGray(filled);',
        becomes: 'const isGray = false as boolean;',
      },
      {
        name: 'the first channel is taken for all',
        text: 'const isGray = mayBecomeGray(job) && isExactlyGray(filled);',
        becomes: 'const isGray = mayBecomeGray(job);',
      },
    ],
  },
  {
    file: 'shared/image-jobs/choice.ts',
    tests: [
      'shared/image-jobs/choice.test.ts',
      'shared/image-jobs/dct-job.test.ts',
      'shared/passes/images/pixel-limit.test.ts',
      'shared/passes/images/monotone.test.ts',
      'shared/passes/images.test.ts',
    ],
    mutants: [
      {
        name: 'a larger form is taken',
        text: 'if (lossless.about * FINISHED_SHARE >= job.storedBytes) return kept(otherwise);',
        becomes: '',
        survives: 'what is finished is compared with the stored bytes once more: only time is lost',
      },
      {
        name: 'only one of two small drafts is finished',
        text: 'const isReliable = rival.about > MISLEADING_BYTES;',
        becomes: 'const isReliable = true as boolean;',
      },
      {
        name: 'the larger draft is taken',
        text: 'return encodedBytes(second) < encodedBytes(first) ? second : first;',
        becomes: 'return first;',
      },
      {
        name: 'a new JPEG counts though it is no smaller',
        text: 'if (isClearlySmaller(bytes, wholeBytes(job, lossless), REENCODED_SHARE)) return result;',
        becomes: 'return result;',
      },
      {
        name: 'loss for a few bytes',
        text: 'return lossyBytes <= losslessBytes * share;',
        becomes: 'return lossyBytes <= losslessBytes;',
      },
      {
        name: 'a JPEG is compared with the lossless form alone',
        text: 'isClearlySmaller(bytes, Math.min(other, job.storedBytes), share);',
        becomes: 'isClearlySmaller(bytes, other, share);',
      },
      {
        name: 'fewer pixels though they take more bytes',
        text: 'encodedBytes(limited.image) <= wholeBytes(job, whole)',
        becomes: 'true',
      },
      {
        name: 'a whole image does not say why',
        text: "? { ...whole, allPixels: 'smaller-as-is' }",
        becomes: '? whole',
      },
      {
        name: 'an image that stays does not say why',
        text: ": { ...whole, reason: 'smaller-as-is' };",
        becomes: ': whole;',
      },
      {
        name: 'the limit holds for the image of the file only',
        text: "result.kind === 'replaced' ? result.image : job",
        becomes: 'job',
      },
    ],
  },
  {
    file: 'shared/image-jobs/masks/soft-mask.ts',
    tests: ['shared/passes/images/pixel-limit.test.ts', 'shared/passes/images/monotone.test.ts'],
    mutants: [
      {
        name: 'ripples of resampling keep all levels of a cut-out',
        text: 'of isCutOut ? BLENDED_TRIALS : TRIALS',
        becomes: 'of TRIALS',
      },
      {
        name: 'the limit of pixels has no say for masks',
        text: 'const limit = exceededLimit(job, whole);',
        becomes: 'const limit = null as PixelSize | null;',
      },
    ],
  },
  {
    file: 'shared/image-jobs/picture.ts',
    tests: ['shared/passes/images.test.ts', 'shared/image-jobs/dct-job.test.ts'],
    mutants: [
      {
        name: 'quality goes up',
        text: 'Math.min(asked, mostQuality(picture, sized.width))',
        becomes: 'asked',
      },
      {
        name: 'old artefacts count however much they are averaged',
        text: 'return regainedQuality(storedQuality, storedWidth / width);',
        becomes: 'return storedQuality;',
      },
      {
        name: 'old artefacts never count',
        text: 'return regainedQuality(storedQuality, storedWidth / width);',
        becomes: 'return 100;',
      },
    ],
  },
  {
    file: 'shared/image-jobs/quality.ts',
    tests: ['shared/image-jobs/quality.test.ts'],
    mutants: [
      {
        name: 'blocks show in flat colour',
        text: 'return Math.max(Math.min(quality, MIN_COARSER_QUALITY), coarser);',
        becomes: 'return coarser;',
      },
      {
        name: 'quality goes up where pixels stay',
        text: 'return Math.max(Math.min(quality, MIN_COARSER_QUALITY), coarser);',
        becomes: 'return Math.max(MIN_COARSER_QUALITY, coarser);',
      },
      {
        name: 'a picture twice as fine counts twice',
        text: 'stepPercent(quality) * factor * factor)',
        becomes: 'stepPercent(quality) * factor)',
      },
      {
        name: 'nothing is given back by a little averaging',
        text: 'Math.max(stored + MIN_REGAINED_QUALITY, regained)',
        becomes: 'regained',
      },
      {
        name: 'pictures drawn large show their blocks',
        text: 'if (dpi === null || !isCoarse(dpi)) return quality;',
        becomes: 'if (dpi !== 0) return quality;',
      },
      {
        name: 'photographs keep pixels that they gain nothing by',
        text: 'if (excess === 1 || (excess > MAX_EXCESS_OF_PICTURES && !isDetailed)) return',
        becomes: 'if (excess === 1) return',
      },
      {
        name: 'print goes to the cap',
        text: 'if (excess === 1 || (excess > MAX_EXCESS_OF_PICTURES && !isDetailed)) return',
        becomes: 'if (excess === 1 || excess > MAX_EXCESS_OF_PICTURES) return',
      },
      {
        name: 'what keeps its size goes above its own quality',
        text: 'storedQuality === null ? quality : Math.min(quality, regainedQuality(storedQuality, excess))',
        becomes: 'quality',
      },
    ],
  },
]);
