/** @typedef {import('../table.mjs').MutatedFile} MutatedFile */

/** Faults of the search for a target size. */
export const SIZE_SEARCH = /** @type {readonly MutatedFile[]} */ ([
  {
    file: 'shared/run/fit-size.ts',
    tests: ['shared/run/fit-size.test.ts'],
    mutants: [
      {
        name: 'the last file is said to be the smallest',
        text: 'smallest = Math.min(smallest, tried.output.length);',
        becomes: 'smallest = tried.output.length;',
      },
      {
        name: 'the very last file counts for nothing',
        text: 'keepSmaller(last);\n',
        becomes: '',
      },
      {
        name: 'images are tried where the rest alone is too large',
        text: 'if (isHopeless && !isClosest) return { rewritten: first };',
        becomes: '',
      },
      {
        name: 'tries go on behind the smallest',
        text: 'if (search.isSmallest) return missed();',
        becomes: '',
      },
      {
        name: 'the closest is the first',
        text: 'if (isClosest && tried.output.length < smallest) given = tried;',
        becomes: '',
      },
      {
        name: 'the smallest is given without being asked for',
        text: 'if (isClosest && tried.output.length < smallest) given = tried;',
        becomes: 'if (tried.output.length < smallest) given = tried;',
      },
      {
        name: 'the closest is not looked for where the rest alone is too large',
        text: 'if (isHopeless && !isClosest) return { rewritten: first };',
        becomes: 'if (isHopeless) return { rewritten: first };',
      },
      {
        name: 'a file of just that size does not fit',
        text: "if (first.kind === 'kept' || first.output.length <= targetSize) return { rewritten: first };",
        becomes:
          "if (first.kind === 'kept' || first.output.length < targetSize) return { rewritten: first };",
      },
      {
        name: 'a corrected file of just that size does not fit',
        text: "if (tried.kind === 'kept' || tried.output.length <= targetSize) return { rewritten: tried };",
        becomes:
          "if (tried.kind === 'kept' || tried.output.length < targetSize) return { rewritten: tried };",
      },
      {
        name: 'images get all of the size',
        text: 'search.budget = targetSize - restBytes;',
        becomes: 'search.budget = targetSize;',
      },
      {
        name: 'the least is not tried in the end',
        text: '  search.budget = 0;\n',
        becomes: '',
      },
      {
        name: 'corrections go nowhere',
        text: 'Math.max(foundRest, restBytes + (tried.output.length - targetSize)) + SPARE_BYTES',
        becomes: 'foundRest',
      },
    ],
  },
  {
    file: 'shared/passes/images/size-search.ts',
    tests: ['shared/passes/images/size-search.test.ts'],
    mutants: [
      {
        name: 'a guess is believed as it is',
        text: 'points.guess(point) * factor <= budget * AIM',
        becomes: 'points.guess(point) <= budget * AIM',
      },
      {
        name: 'the last point is tried again and again',
        text: 'if (known.has(last)) return null;',
        becomes: '',
      },
      {
        name: 'neighbours are tried again and again',
        text: 'if (below - above <= 1 || (known',
        becomes: 'if ((known',
      },
      {
        name: 'nothing is near enough',
        text: '|| (known.get(below) ?? 0) >= budget * NEAR_ENOUGH) return null;',
        becomes: ') return null;',
      },
      {
        name: 'anything is near enough',
        text: 'const NEAR_ENOUGH = 0.96;',
        becomes: 'const NEAR_ENOUGH = 0.5;',
      },
      {
        name: 'what fits to the byte is too large',
        text: 'if (bytes <= budget && point > above',
        becomes: 'if (bytes < budget && point > above',
      },
      {
        name: 'the smallest that fits counts',
        text: '(below === null || point < below)',
        becomes: '(below === null || point > below)',
      },
      {
        name: 'the first point counts where nothing fits',
        text: 'return bracket(points, budget).below ?? points.last;',
        becomes: 'return bracket(points, budget).below ?? 0;',
      },
      {
        name: 'the guess is not bent to what is known',
        text: 'return small + (large - small) * share;',
        becomes: 'return guess(point);',
      },
    ],
  },
  {
    file: 'shared/passes/images/sharpness-axis.ts',
    tests: ['shared/passes/images/sharpness-axis.test.ts'],
    mutants: [
      {
        name: 'more quality than was asked for',
        text: 'Math.min(quality, options.quality)',
        becomes: 'quality',
      },
      {
        name: 'more pixels than were asked for',
        text: 'Math.min(limit, Math.max(1, Math.round(side * scale)))',
        becomes: 'Math.max(1, Math.round(side * scale))',
      },
      {
        name: 'a side vanishes',
        text: 'Math.min(limit, Math.max(1, Math.round(side * scale)))',
        becomes: 'Math.min(limit, Math.round(side * scale))',
      },
      {
        name: 'the floor does not hold',
        text: 'Math.max(dpi, minDpi) / own',
        becomes: 'dpi / own',
      },
      {
        name: 'a floor does not protect what is drawn in unknown ways',
        text: 'return minDpi > 0 ? 1 : (dpi',
        becomes: 'return (dpi',
      },
      {
        name: 'below what anybody can read',
        text: '{ quality: 20, dpi: 72 },',
        becomes: '{ quality: 10, dpi: 40 },',
      },
      {
        name: 'the axis goes up and down',
        text: '{ quality: 45, dpi: 170 },',
        becomes: '{ quality: 52, dpi: 170 },',
      },
      {
        name: 'it begins with a jump',
        text: '{ quality: 100, dpi: 1200 },',
        becomes: '{ quality: 76, dpi: 601 },',
      },
    ],
  },
  {
    file: 'shared/guarantees.ts',
    tests: ['shared/compress.test.ts'],
    mutants: [
      {
        name: 'object streams in PDF/A-1',
        text: 'objectStreams: !isFirstPart,',
        becomes: 'objectStreams: true,',
      },
      {
        name: 'no object streams in any PDF/A',
        text: 'objectStreams: !isFirstPart,',
        becomes: 'objectStreams: pdfA === undefined,',
      },
      {
        name: 'signatures break unasked',
        text: "if (signed && !breakSignatures) return 'signed';",
        becomes: '',
      },
      {
        name: 'what lacks parts is written anew',
        text: "if (incomplete) return 'damaged-kept';",
        becomes: '',
      },
    ],
  },
]);
