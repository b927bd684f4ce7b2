/** @typedef {import('../table.mjs').MutatedFile} MutatedFile */

/** Faults of the plan for an image. */
export const IMAGE_PLAN = /** @type {readonly MutatedFile[]} */ ([
  {
    file: 'shared/passes/images/plan.ts',
    tests: ['shared/passes/images/plan.test.ts'],
    mutants: [
      {
        name: 'any depth',
        text: "if (!isSampleBits(image.bits)) return keptAs('unsupported-bits');",
        becomes: 'if (!isSampleBits(image.bits)) throw new Error();',
      },
      {
        name: 'nobody hears that colour stayed',
        text: "asked.kind === 'samples' || asked.kind === 'refused' ? { stillColor: reason } : {}",
        becomes: '{}',
      },
      {
        name: 'a quality for one image is not heard',
        text: "override?.kind === 'quality' ? override.quality :",
        becomes: '',
      },
      {
        name: 'an image that is to be kept is not',
        text: "override?.kind === 'keep' ? 'kept-by-user' : pixelRefusal",
        becomes: 'pixelRefusal',
      },
      {
        name: 'every image is a picture',
        text: "around.isSoftMask(image) ? 'soft-mask' : 'picture'",
        becomes: "'picture'",
      },
      {
        name: 'colours of kept samples are filled',
        text: "refusal === null || toGray.kind === 'samples' ? alphaGuide",
        becomes: 'true ? alphaGuide',
      },
      {
        name: 'a matte is not taken out',
        text: 'refusal === null && around.isMatted(image) ? matteLevels(image, space, around) : null',
        becomes: 'null',
      },
      {
        name: 'lossless means JPEG',
        text: 'mayBecomeJpeg: options.convertToJpeg,',
        becomes: 'mayBecomeJpeg: true,',
      },
      {
        name: 'another colour space under transfer functions',
        text: 'mayChangeSpace: !around.hasTransfer && mayChangeSpace',
        becomes: 'mayChangeSpace: mayChangeSpace',
      },
      {
        name: 'metadata goes that was to stay',
        text: 'stripMetadata: options.stripMetadata,',
        becomes: 'stripMetadata: true,',
      },
      {
        name: 'a stencil stands before a soft mask',
        text: "image.softMask ?? (image.mask.kind === 'stencil' ? image.mask.ref : null)",
        becomes: "image.mask.kind === 'stencil' ? image.mask.ref : image.softMask",
      },
      {
        name: 'the wrong half of a mask hides',
        text: "isStencil !== (mask.decode.kind === 'inverse')",
        becomes: "isStencil === (mask.decode.kind === 'inverse')",
      },
      {
        name: 'masks that cannot be looked at are',
        text: "closedReason(mask, ctx) !== null || mask.decode.kind === 'linear'",
        becomes: "mask.decode.kind === 'linear'",
      },
      {
        name: 'a mask of a range of its own guides',
        text: "closedReason(mask, ctx) !== null || mask.decode.kind === 'linear'",
        becomes: 'closedReason(mask, ctx) !== null',
      },
      {
        name: 'a palette stays in colour',
        text: "asked.kind === 'palette' ? indexesInto(asked.table) : space",
        becomes: 'space',
      },
    ],
  },
  {
    file: 'shared/passes/images/refusals.ts',
    tests: [
      'shared/passes/images/plan.test.ts',
      'shared/pdf/filter/growth.test.ts',
      'shared/passes/images/nearly-blank.test.ts',
    ],
    mutants: [
      {
        name: 'no one-bit image has room',
        text: "if (hasRoomForSparse(stream, pixels, 'bits')) return {};",
        becomes: '',
      },
      {
        name: 'one-bit images have no limit',
        text: 'if (bits !== 1 || !isSparse(stream, pixels / 8, SPARSE_BITS_RATIO)) return {};',
        becomes: 'return {};',
      },
      {
        name: 'one-bit images may be sparse',
        text: 'width * height <= SPARSE_ONE_BIT_PIXELS || ',
        becomes: 'true || ',
      },
      {
        name: 'images may be sparse',
        text: 'return !isSparse(stream, bytes) || hasRoomForSparse(stream, bytes);',
        becomes: 'return true;',
      },
      {
        name: 'data in another file is read',
        text: "if (image.isExternal) return 'external-data';",
        becomes: '',
      },
      {
        name: 'any number of pixels',
        text: "if (image.width * image.height * weight > limits.imagePixels) return 'too-many-pixels';",
        becomes: '',
      },
      {
        name: 'a page of one bit weighs as much as a photograph',
        text: 'image.bits === 1 ? 1 / 8 : 1',
        becomes: '1',
      },
      {
        name: 'an unknown filter is as good as none',
        text: "if (image.codec === 'other') return 'unsupported-filter';",
        becomes: '',
      },
      {
        name: 'what says how it is encrypted is packed anew',
        text: "if (image.filters?.some(({ name }) => name === 'Crypt')) return 'required-as-is';",
        becomes: '',
      },
      {
        name: 'a stencil is a picture',
        text: "if (image.color.kind === 'stencil') return around",
        becomes: 'if (false as boolean) return around',
      },
      {
        name: 'alpha in the data goes with its codec',
        text: "if (image.softMaskInData !== 0 && !isOpacityAlone(image)) return 'jpx-alpha';",
        becomes: '',
      },
      {
        name: 'pre-blended samples are recoded',
        text: "if (around.isMatted(image) && (!mayLose || matteLevels(image, space, around) === null)) return 'matte';",
        becomes: '',
      },
      {
        name: 'a matte is taken out where nothing may be lost',
        text: '(!mayLose || matteLevels(image, space, around) === null)',
        becomes: '(matteLevels(image, space, around) === null)',
      },
      {
        name: 'samples under a colour key are recoded',
        text: "image.mask.kind === 'color-key' || image.mask.kind === 'unknown'",
        becomes: "image.mask.kind === 'unknown'",
      },
      {
        name: 'samples under an unknown mask are recoded',
        text: "image.mask.kind === 'color-key' || image.mask.kind === 'unknown'",
        becomes: "image.mask.kind === 'color-key'",
      },
      {
        name: 'numbers without a meaning are averaged',
        text: "if (space.kind === 'other') return 'unsupported-color-space';",
        becomes: '',
      },
      {
        name: 'a JPEG of 16 bits is halved',
        text: "if (image.bits === 16 && image.codec === 'dct') return 'unsupported-bits';",
        becomes: '',
      },
      {
        name: 'a loss is stretched by a /Decode',
        text: '(around.isSoftMask(image) || isStretched(image))',
        becomes: 'around.isSoftMask(image)',
      },
      {
        name: 'a mask of half the range is recoded',
        text: '(around.isSoftMask(image) || isStretched(image))',
        becomes: 'isStretched(image)',
      },
      {
        name: 'names in inverse order are taken for amounts',
        text: "if (image.decode.kind === 'inverse' && space.kind === 'indexed') return 'unsupported-decode';",
        becomes: '',
      },
      {
        name: 'a mask in colour is recoded',
        text: "if (around.isSoftMask(image) && space.kind !== 'gray') return 'used-as-mask';",
        becomes: '',
      },
      {
        name: 'colours under a mask that cannot be read bleed',
        text: "if (image.mask.kind === 'stencil' && !isReadableMask",
        becomes: 'if ((false as boolean) && !isReadableMask',
      },
      {
        name: 'a matte that two images share is taken out of one',
        text: ' || around.isShared(mask)) return null;',
        becomes: ') return null;',
      },
      {
        name: 'a matte is taken out of samples of any form',
        text: '!isPlain || !isPlainMask || mask.width',
        becomes: '!isPlainMask || mask.width',
      },
      {
        name: 'a matte is taken out by a mask of any form',
        text: '!isPlain || !isPlainMask || mask.width',
        becomes: '!isPlain || mask.width',
      },
      {
        name: 'a matte is taken out by a mask of another size',
        text: ' || mask.width !== image.width || mask.height !== image.height) return null;',
        becomes: ') return null;',
      },
      {
        name: 'a matte of any number of components',
        text: 'if (mask.matte.length !== components) return null;',
        becomes: '',
      },
    ],
  },
  {
    file: 'shared/image-jobs/resolution.ts',
    tests: ['shared/image-jobs/resolution.test.ts', 'shared/passes/images/plan.test.ts'],
    mutants: [
      {
        name: 'the shorter side is bounded',
        text: 'const longer = Math.max(size.width, size.height);',
        becomes: 'const longer = Math.min(size.width, size.height);',
      },
      {
        name: 'a floor does not protect what is drawn in unknown ways',
        text: 'if (limits.minDpi > 0 && dpi === null) return { width: size.width, height: size.height };',
        becomes: '',
      },
      {
        name: 'the floor does not hold',
        text: 'Math.min(1, Math.max(scale, limits.minDpi / dpi))',
        becomes: 'scale',
      },
      {
        name: 'the floor is a cap',
        text: 'Math.max(scale, limits.minDpi / dpi)',
        becomes: 'Math.min(scale, limits.minDpi / dpi)',
      },
      {
        name: 'the cap on resolution does not hold',
        text: 'scale = Math.min(scale, limits.maxDpi / dpi);',
        becomes: 'scale = Math.min(scale, 1);',
      },
      {
        name: 'the finer axis counts',
        text: 'Math.min(size.width / placed.widthPt',
        becomes: 'Math.max(size.width / placed.widthPt',
      },
      {
        name: 'what is drawn in no width has a resolution',
        text: ' || !(placed.widthPt > 0) || !(placed.heightPt > 0)',
        becomes: '',
      },
      {
        name: 'what is bounded by its longer side is a little finer than the cap',
        text: 'if (isLong || limits.maxDpi === 0 || dpi === null) return',
        becomes: 'if (limits.maxDpi === 0 || dpi === null) return',
      },
      {
        name: 'however much finer, it keeps its size',
        text: 'excess > 1 && excess <= MAX_EXCESS ? excess : 1',
        becomes: 'excess > 1 ? excess : 1',
      },
      {
        name: 'a side vanishes',
        text: 'Math.max(1, Math.round(side * scale))',
        becomes: 'Math.round(side * scale)',
      },
    ],
  },
  {
    file: 'shared/passes/images/report.ts',
    tests: ['shared/passes/images/placed-size.test.ts'],
    mutants: [
      {
        name: 'a scan is measured by the first page',
        text: 'placement.pages[0] ?? 0',
        becomes: '0',
      },
      {
        name: 'any picture is a scan',
        text: 'widthPt * heightPt * PAGE_SHARE',
        becomes: '0',
      },
      {
        name: 'a floor that was named does not count',
        text: 'minDpi === 0 ? READABLE_DPI :',
        becomes: 'true ? READABLE_DPI :',
      },
      {
        name: 'photographs are warned of',
        text: 'result.lostDetail !== true ||',
        becomes: '',
      },
    ],
  },
  {
    file: 'shared/codecs/resample/weights.ts',
    tests: ['shared/codecs/resample/resample-judges.test.ts'],
    mutants: [
      {
        name: 'half an output pixel to the left',
        text: '(index + 0.5) * scale',
        becomes: 'index * scale',
      },
      {
        name: 'half a source pixel to the right',
        text: 'integerWeights(first + 0.5 - center',
        becomes: 'integerWeights(first - center',
      },
      {
        name: 'lobes of the source’s width',
        text: '(start + tap) / scale)',
        becomes: '(start + tap) / Math.max(1, scale - 0.2))',
      },
      {
        name: 'two lobes',
        text: 'if (distance >= LOBES) return 0;',
        becomes: 'if (distance >= 2) return 0;',
      },
      {
        name: 'weights do not add up',
        text: 'weights[middle] += rest;',
        becomes: 'weights[middle] += rest - 64;',
      },
    ],
  },
  {
    file: 'shared/codecs/simd/lanczos-kernel.ts',
    tests: ['shared/codecs/resample/resample-judges.test.ts', 'shared/codecs/resample/resample.test.ts'],
    mutants: [
      {
        name: 'cut blocks are darker',
        text: 'const count = <u32>(rows * wide);',
        becomes: 'const count = <u32>(rows * box);',
      },
      {
        name: 'averages are rounded down',
        text: 'let sum = count >> 1;',
        becomes: 'let sum: u32 = 0;',
      },
    ],
  },
  {
    file: 'shared/codecs/resample/resample.ts',
    tests: ['shared/codecs/resample/resample-judges.test.ts', 'shared/codecs/resample/resample.test.ts'],
    mutants: [
      {
        name: 'cut blocks count as whole ones',
        text: ', { width: source.width / boxX, height: source.height / boxY });',
        becomes: ');',
      },
      {
        name: 'sums of blocks exceed 16 bits',
        text: 'const MAX_BOX_ROWS = 256;',
        becomes: 'const MAX_BOX_ROWS = 4096;',
      },
      {
        name: 'blocks as large as can be',
        text: 'const BOX_LEAVES = 2.5;',
        becomes: 'const BOX_LEAVES = 1;',
      },
    ],
  },
]);
