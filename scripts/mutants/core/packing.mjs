/** @typedef {import('../table.mjs').MutatedFile} MutatedFile */

/** Faults of strips, crops and color profiles. */
export const PACKING = /** @type {readonly MutatedFile[]} */ ([
  {
    file: 'shared/passes/resources/defaults.ts',
    tests: ['shared/passes/resources/palettes.test.ts'],
    mutants: [
      {
        name: 'palettes stay in dictionaries',
        text: 'palette === null || palette.table.asBytes().length < MIN_PALETTE_BYTES',
        becomes: 'palette === null || palette.table.asBytes().length > 0',
      },
    ],
  },
  {
    file: 'shared/passes/contents/integers/path-runs.ts',
    tests: ['shared/passes/contents/integers/integer-paths.test.ts'],
    mutants: [
      {
        name: 'dashed lines become integers',
        text: "if (operator === 'd' && !isSolid(reader)) return false;",
        becomes: '',
      },
      {
        name: 'lines of unknown width become integers',
        text: '(strokes && (width === null || !isSolid))',
        becomes: '(strokes && !isSolid)',
      },
      {
        name: 'a run begins within a path',
        text: '!this.#isInPath && BEGINS_PATH.has(operator)',
        becomes: 'BEGINS_PATH.has(operator)',
      },
      {
        name: 'the state before the end of a level stays out of the run',
        text: 'endsWithState ? this.#pending.end : this.#end',
        becomes: 'this.#end',
      },
      {
        name: 'paths in text become integers',
        text: '!this.#inText && this.#belongs()',
        becomes: 'this.#belongs()',
      },
    ],
  },
  {
    file: 'shared/passes/contents/integers/integer-paths.ts',
    tests: ['shared/passes/contents/integers/integer-paths.test.ts'],
    mutants: [
      {
        name: 'short lines lose their length',
        text: '(last.x !== x || last.y !== y)',
        becomes: 'false',
      },
      {
        name: 'the state of a run is lost after it',
        text: 'for (const change of changes) {',
        becomes: 'for (const change of changes.slice(1)) {',
      },
      {
        name: 'the first line keeps its width',
        text: 'if (width !== null) out.text',
        becomes: 'if (width === null) out.text',
      },
    ],
  },
  {
    file: 'shared/passes/contents/integers/integer-grid.ts',
    tests: ['shared/passes/contents/integers/integer-paths.test.ts'],
    mutants: [
      {
        name: 'upright lines on a decimal grid become integers',
        text: 'if (survey.isUprightGrid && !isDyadic(survey.commonUnit)) return null;',
        becomes: '',
      },
      {
        name: 'upright lines on a grid that is exact in binary stay',
        text: ' && !isDyadic(survey.commonUnit)',
        becomes: '',
      },
      {
        name: 'a few upright lines keep the decimals of all',
        text: 'const FITTED_SHARE = 0.5;',
        becomes: 'const FITTED_SHARE = 0.1;',
      },
      {
        name: 'upright lines off any grid keep their decimals',
        text: 'if (isUpright && this.#isCoarse(x) && this.#isCoarse(y))',
        becomes: 'if (isUpright)',
      },
    ],
  },
  {
    file: 'shared/passes/contents/integers/integer-proof.ts',
    tests: ['shared/passes/contents/integers/integer-paths.test.ts'],
    mutants: [
      {
        name: 'lines need no width',
        text: 'run.hasWidth && this.#states.now.isSolid',
        becomes: 'this.#states.now.isSolid',
      },
      {
        name: 'dashes are not seen',
        text: 'run.hasWidth && this.#states.now.isSolid',
        becomes: 'run.hasWidth',
      },
      {
        name: 'a color may come before its space',
        text: "if (changes.has(spaceOf(parameter) ?? '')) return false;",
        becomes: '',
      },
      {
        name: 'the far corner is not seen',
        text: '[0, 1, 2, 3].every((corner)',
        becomes: '[0].every((corner)',
      },
    ],
  },
  {
    file: 'shared/passes/contents/visible-drawing.ts',
    tests: ['shared/passes/contents/visible-drawing.test.ts'],
    mutants: [
      {
        name: 'paths beside a page go unasked',
        text: 'bottom: -1e9, right: 1e9,',
        becomes: 'bottom: -1e9, right: 600,',
      },
      {
        name: 'clips are not found',
        text: 'content[before - 1] === R',
        becomes: 'content[before - 1] === E',
      },
      {
        name: 'visible drawings go too',
        text: 'drawings.filter(({ isHidden }) => isHidden)',
        becomes: 'drawings',
      },
    ],
  },
  {
    file: 'shared/passes/contents/path-forms.ts',
    tests: ['shared/passes/contents/visible-drawing.test.ts'],
    mutants: [
      {
        name: 'a name leads to the same form on all pages',
        text: 'known.every((forms) => forms.get(name) === box)',
        becomes: 'known.length >= 0',
      },
      { name: 'forms with text go', text: 'if (!PATHS.has(reader.operator)) return false;', becomes: '' },
      {
        name: 'the matrix of a form is ignored',
        text: "dict.has(key('Matrix')) ? numbers(dict.lookup(key('Matrix')), 6) : IDENTITY_MATRIX",
        becomes: 'IDENTITY_MATRIX',
      },
    ],
  },
  {
    file: 'shared/passes/contents.ts',
    tests: ['shared/passes/contents/visible-drawing.test.ts'],
    mutants: [
      {
        name: 'hidden paths go where nothing may be lost',
        text: 'ctx.options.quality < 100 ? new PathForms() : null',
        becomes: 'new PathForms()',
      },
      {
        name: 'hidden paths of forms go, whatever their scale',
        text: 'isPage && forms !== null ?',
        becomes: 'forms !== null ?',
      },
    ],
  },
  {
    file: 'shared/pdf/content/hidden-drawing.ts',
    tests: ['shared/passes/crop/crop-hidden.test.ts'],
    mutants: [
      {
        name: 'thick lines end at their path',
        text: 'if (!STROKES.has(this.#reader.operator)) return 0;',
        becomes: 'return 0;',
      },
      {
        name: 'a named state is taken to leave lines as thin as they were',
        text: 'if (!isWidthSure) return Number.POSITIVE_INFINITY;',
        becomes: '',
      },
      {
        name: 'a clip goes with the path that sets it',
        text: '!path.clips && this.#isOutside(path.box, this.#reach())',
        becomes: 'this.#isOutside(path.box, this.#reach())',
      },
      {
        name: 'text goes with a block of drawings that are hidden',
        text: 'if (!STATES.has(operator)) this.#noteOther();',
        becomes: '',
      },
      {
        name: 'a turned rectangle clips as an upright one',
        text: 'this.#path === null && isStraight(this.#state.matrix)',
        becomes: 'this.#path === null',
      },
      {
        name: 'readers are thought to paint no pixel beside what they draw',
        text: 'const MARGIN = 4;',
        becomes: 'const MARGIN = 0;',
      },
    ],
  },
  {
    file: 'shared/codecs/pixels/hidden-color.ts',
    tests: ['shared/codecs/pixels/hidden-color.test.ts'],
    mutants: [
      {
        name: 'colours go that resampling mixes into the edge',
        text: 'REACH * Math.max(1, shrunk,',
        becomes: 'REACH * Math.max(1,',
      },
      {
        name: 'a hidden picture keeps its size',
        text: 'if (!shown.includes(1)) return',
        becomes: 'if (width === 0) return',
      },
    ],
  },
  {
    file: 'shared/fonts/cff/cid/renumbered.ts',
    tests: ['shared/fonts/cff/subset.test.ts'],
    mutants: [
      {
        name: 'glyphs take the CIDs of others',
        text: 'ids.map((id) => font.charset.ids[id])',
        becomes: 'ids.map((id) => id)',
      },
      {
        name: 'glyphs take the first font DICT',
        text: 'fdSelectOf(ids.map((id) => parts.indexOf(partOf(id))))',
        becomes: 'fdSelectOf(ids.map(() => 0))',
      },
      {
        name: 'subroutines stay that take more than what calls them',
        text: 'flat.value.length < called.length ? flat.value : called',
        becomes: 'flat.value.length < called.length ? called : called',
      },
    ],
  },
  {
    file: 'shared/passes/repeats/drawing-units.ts',
    tests: ['shared/passes/repeats/repeats.test.ts'],
    mutants: [
      {
        name: 'a clip ends with the form that it is set in',
        text: "if (operator === 'W' || operator === 'W*') open.isSure = false;",
        becomes: "if (operator === 'W' || operator === 'W*') open.isSure = true;",
      },
      {
        name: 'tags lose what they mark',
        text: 'if (draft.parts.some((part) => MARK_OPERATION.test(part))) block.isSure = false;',
        becomes: '',
      },
      {
        name: 'patterns are looked up in a form that has none',
        text: "return reader.name(0) !== 'Pattern';",
        becomes: 'return true;',
      },
    ],
  },
  {
    file: 'shared/passes/repeats/repeated-runs.ts',
    tests: ['shared/passes/repeats/repeats.test.ts'],
    mutants: [
      {
        name: 'marked content goes into a form',
        text: 'isRepeated && !unit.isMarked && !this.#isOther',
        becomes: 'isRepeated && !this.#isOther',
      },
      {
        name: 'what a named state shows through is drawn without it',
        text: 'isRepeated && !unit.isMarked && !this.#isOther',
        becomes: 'isRepeated && !unit.isMarked',
      },
      {
        name: 'units that stand apart elsewhere count as one run',
        text: 'return together === this.#times[number] && together === this.#times[other];',
        becomes: 'return together !== undefined;',
      },
    ],
  },
  {
    file: 'shared/passes/repeats/names.ts',
    tests: ['shared/passes/repeats/repeats.test.ts'],
    mutants: [
      {
        name: 'device colours lose what a page says of them',
        text: "nameText(name).startsWith('Default')",
        becomes: 'false',
      },
    ],
  },
  {
    file: 'shared/passes/repeats/paint-trace.ts',
    tests: ['shared/passes/repeats/paint-trace.test.ts'],
    mutants: [
      {
        name: 'a form is not seen to begin in the initial state',
        text: "if (this.#start === 'initial')",
        becomes: 'if (false)',
      },
      {
        name: 'a state that ends with a form is not missed',
        text: '    this.#state = state;\n    return isRead;',
        becomes: '    return isRead;',
      },
    ],
  },
  {
    file: 'shared/passes/strips/mosaic.ts',
    tests: ['shared/passes/strips.test.ts', 'shared/passes/tiles.test.ts'],
    mutants: [
      {
        name: 'strips with a gap between them are one picture',
        text: 'const TOLERANCE = 0.1;',
        becomes: 'const TOLERANCE = 1;',
      },
      {
        name: 'pictures with a gap between them are one, as stencils are',
        text: "rectangles.length > 1 && parts[0].image.color.kind === 'stencil'",
        becomes: 'rectangles.length > 1',
      },
      {
        name: 'marks far from each other are one stencil',
        text: 'const MIN_COVERED = 0.2;',
        becomes: 'const MIN_COVERED = 0;',
      },
    ],
  },
  {
    file: 'shared/passes/strips/lattice.ts',
    tests: ['shared/passes/strips.test.ts', 'shared/passes/tiles.test.ts'],
    mutants: [
      {
        name: 'strips whose samples mean something else are one picture',
        text: 'if (strip.meaning !== first.meaning || strip.form !== first.form) return false;',
        becomes: '',
      },
      {
        name: 'pictures that lie over each other are one',
        text: 'if (this.#isCovered(box)) return false;',
        becomes: '',
      },
    ],
  },
  {
    file: 'shared/passes/strips/rectangles.ts',
    tests: ['shared/passes/tiles.test.ts'],
    mutants: [
      {
        name: 'a JPEG that ends inside of a block has another below it',
        text: 'last.height % next.parts[0].unit.height === 0',
        becomes: 'last.height > 0',
      },
      {
        name: 'a JPEG that ends inside of a block has another beside it',
        text: 'last.width % next.parts[0].unit.width === 0',
        becomes: 'last.width > 0',
      },
    ],
  },
  {
    file: 'shared/passes/strips/joined-pixels.ts',
    tests: ['shared/passes/tiles.test.ts'],
    mutants: [
      {
        name: 'gaps between stencils are painted',
        text: "if (image.color.kind === 'stencil' && image.decode.kind === 'default') bytes.fill(255);",
        becomes: '',
      },
      {
        name: 'tiles of few colours become one of many',
        text: 'if (losesPalettes(layer, rows, joined)) return null;',
        becomes: '',
      },
      {
        name: 'rows that are missing are taken for black ones',
        text: 'decoded.damaged || decoded.bytes.length < bytes',
        becomes: 'decoded.damaged',
      },
    ],
  },
  {
    file: 'shared/passes/strips/strip-images.ts',
    tests: ['shared/passes/tiles.test.ts'],
    mutants: [
      {
        name: 'JPEGs of other tables are one picture',
        text: "meaning: `dct ${look} ${step.params ?? ''}`",
        becomes: 'meaning: `dct`',
      },
      {
        name: 'pictures whose masks are of another size are one',
        text: 'mask === null || mask.width !== image.width || mask.height !== image.height',
        becomes: 'mask === null',
      },
    ],
  },
  {
    file: 'shared/codecs/dct/joined.ts',
    tests: ['shared/passes/tiles.test.ts'],
    mutants: [
      {
        name: 'what a JPEG says about itself goes, though it was to stay',
        text: '!(stripMetadata || image.appSegments.every(saysColors))',
        becomes: 'false',
      },
    ],
  },
  {
    file: 'shared/passes/strips/uses.ts',
    tests: ['shared/passes/strips.test.ts', 'shared/passes/tiles.test.ts'],
    mutants: [
      {
        name: 'a strip that is drawn twice goes',
        text: 'times.get(name) === 1 && this.#isOnlyHere(image)',
        becomes: 'this.#isOnlyHere(image)',
      },
      {
        name: 'a strip goes that another page draws',
        text: 'times.get(name) === 1 && this.#isOnlyHere(image)',
        becomes: 'times.get(name) === 1',
      },
      {
        name: 'a letterhead is stored once more on each page',
        text: 'this.#blank.set(ref, rows !== null && isBlank(image, rows));',
        becomes: 'this.#blank.set(ref, rows !== null);',
      },
      {
        name: 'a strip that was to be kept goes',
        text: 'imageOverrides[strip.image.ref.objectNumber] === undefined',
        becomes: 'imageOverrides !== undefined',
      },
      {
        name: 'a soft mask goes that another picture has too',
        text: '(image.softMask === null || this.#once.isNamed(image.softMask))',
        becomes: 'true',
      },
    ],
  },
  {
    file: 'shared/passes/inline-images.ts',
    tests: ['shared/passes/strips.test.ts'],
    mutants: [
      {
        name: 'strips inside of content stay strips',
        text: 'const worthy = new Set(hosts.flatMap(({ strips }) => [...strips]));',
        becomes: 'const worthy = new Set();',
      },
    ],
  },
  {
    file: 'shared/passes/strips/inline-strips.ts',
    tests: ['shared/passes/strips.test.ts'],
    mutants: [
      {
        name: 'strips in content that two pages draw become objects for nothing',
        text: 'pages.length === 1',
        becomes: 'pages.length > 0',
      },
      {
        name: 'blank strips between others stay in the content',
        text: '[...host.spots, ...host.smallSpots]',
        becomes: 'host.spots',
      },
    ],
  },
  {
    file: 'shared/passes/strips/with-symbols.ts',
    tests: ['shared/passes/strips.test.ts'],
    mutants: [
      {
        name: 'symbols that stay in the file count as saved',
        text: 'stream instanceof PDFRawStream && once.isNamedBy(ref, known)',
        becomes: 'stream instanceof PDFRawStream',
      },
      {
        name: 'symbols that go with their strips do not count',
        text: '? stream.contents.length : 0',
        becomes: '? 0 : 0',
      },
    ],
  },
  {
    file: 'shared/passes/strips/redrawn.ts',
    tests: ['shared/passes/strips.test.ts'],
    mutants: [
      {
        name: 'paper that many pages draw becomes the print of one',
        text: 'firstDrawn(mosaic.strips.filter(isOwn))',
        becomes: 'firstDrawn(mosaic.strips)',
      },
    ],
  },
  {
    file: 'shared/pdf/content/image-runs.ts',
    tests: ['shared/passes/strips.test.ts'],
    mutants: [
      {
        name: 'strips in other colours are one picture',
        text: 'if (look !== this.#lookOfRun) this.#cut();',
        becomes: '',
      },
    ],
  },
  {
    file: 'shared/passes/crop/visible-pixels.ts',
    tests: ['shared/passes/crop/crop-hidden.test.ts'],
    mutants: [
      {
        name: 'pictures at an angle are cropped',
        text: 'if (!isStraight(matrix)) return null;',
        becomes: '',
      },
      {
        name: 'rows are counted from below',
        text: 'pixelsBetween(1 - v1, 1 - v2, size.height, unit.height)',
        becomes: 'pixelsBetween(v1, v2, size.height, unit.height)',
      },
    ],
  },
  {
    file: 'shared/pdf/content/visible-images.ts',
    tests: ['shared/passes/crop/crop-hidden.test.ts'],
    mutants: [
      {
        name: 'two rectangles clip as the second one',
        text: 'this.#path === null && isStraight(matrix)',
        becomes: 'isStraight(matrix)',
      },
      {
        name: 'a rectangle that is not a clip is one',
        text: "if (this.#clips && this.#path !== null && this.#path !== 'other') {",
        becomes: "if (this.#path !== null && this.#path !== 'other') {",
      },
    ],
  },
  {
    file: 'shared/codecs/dct/cropped.ts',
    tests: ['shared/passes/crop/crop-hidden.test.ts'],
    mutants: [
      {
        name: 'what holds the whole picture in small stays',
        text: 'const segments = image.appSegments.filter(saysColors);',
        becomes: 'const segments = image.appSegments;',
      },
    ],
  },
  {
    file: 'shared/pdf/image/icc/compact.ts',
    tests: ['shared/passes/profiles.test.ts'],
    mutants: [
      {
        name: 'curves lose points that show',
        text: 'squaredDistance(color, found(components)) <= most',
        becomes: 'squaredDistance(color, found(components)) <= most * 1e4',
      },
    ],
  },
  {
    file: 'shared/pdf/image/icc/profile.ts',
    tests: ['shared/passes/profiles.test.ts'],
    mutants: [
      {
        name: 'profiles of other intents are one',
        text: '[80, 100],',
        becomes: '[44, 100],',
      },
      {
        name: 'profiles of other tables are one',
        text: 'name + sha256Hex(data)',
        becomes: 'name',
      },
      {
        name: 'profiles of other dates stay apart',
        text: '[24, 36],',
        becomes: '',
      },
      {
        name: 'a table of colours goes',
        text: 'if (!isKnown(name)) return null;',
        becomes: 'if (!isKnown(name)) continue;',
      },
    ],
  },
]);
