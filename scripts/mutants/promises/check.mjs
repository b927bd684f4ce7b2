/** @typedef {import('../table.mjs').MutatedFile} MutatedFile */

const TESTS = [
  'shared/pdf/check/check-references.test.ts',
  'shared/pdf/check/check-streams.test.ts',
  'shared/pdf/check/check-encryption.test.ts',
  'shared/pdf/check/check.test.ts',
];

/** Faults of the check. */
export const CHECK = /** @type {readonly MutatedFile[]} */ ([
  {
    file: 'shared/pdf/check/check.ts',
    tests: [...TESTS, 'shared/removed-pages.test.ts', 'shared/two-roles.test.ts'],
    mutants: [
      {
        name: 'a page of the tree may be emptied',
        text: 'if (emptied !== undefined) return',
        becomes: 'if (emptied === null) return',
      },
      {
        name: 'anything may go as an element',
        text: 'if (!isElement) return',
        becomes: 'if (element === null) return',
      },
      {
        name: 'a removed element may still be named',
        text: 'return isNothing(this.#lookup(this.#after, after))',
        becomes: 'return before !== undefined',
      },
      {
        name: 'a declaration holds for all roles of a stream',
        text: 'if (place.above === null && this.#isShared(place)) {',
        becomes: 'if (place.owner === undefined) {',
      },
      {
        name: 'the encryption is not compared',
        text: 'this.#encryption(trailer) ??',
        becomes: '',
      },
      {
        name: 'the identifier is not compared',
        text: 'this.#identifier(trailer) ??',
        becomes: '',
      },
      {
        name: 'a second half of the identifier is not asked for',
        text: ' && after.size() === 2',
        becomes: '',
      },
      {
        name: 'objects that were met first are not compared',
        text: 'let done = 0; found',
        becomes: 'let done = 1; found',
      },
      {
        name: 'only the first objects are compared',
        text: 'done < this.#queue.length',
        becomes: 'done < Math.min(3, this.#queue.length)',
      },
      {
        name: 'the walk goes on behind a difference and forgets it',
        text: 'found === null && done < this',
        becomes: 'done < this',
      },
      {
        name: 'it cannot be stopped',
        text: 'if (done % 256 === 0) signal?.throwIfAborted();',
        becomes: '',
      },
      {
        name: 'nobody hears how far it is',
        text: 'onProgress?.(Math.min(done + 1, total), total);',
        becomes: '',
      },
      {
        name: 'changes declared for an object are looked for at the trailer',
        text: 'found = this.#resolved(before, after, placeAt(owner, this.#changes.entryPaths(owner)));',
        becomes:
          "found = this.#resolved(before, after, placeAt(owner, this.#changes.entryPaths('trailer')));",
      },
      {
        name: 'a reference to nothing may lead to something',
        text: '    if (before === undefined || after === undefined || from === undefined || to === undefined)\n      return this.#resolved(from, to, place);',
        becomes:
          '    if (before === undefined || after === undefined) return this.#resolved(from, to, place);\n    if (from === undefined || to === undefined) return to === undefined ? this.#resolved(from, to, place) : null;',
      },
      {
        name: 'a reference may lead to nothing',
        text: '    if (before === undefined || after === undefined || from === undefined || to === undefined)\n      return this.#resolved(from, to, place);',
        becomes:
          '    if (before === undefined || after === undefined) return this.#resolved(from, to, place);\n    if (from === undefined || to === undefined) return from === undefined ? this.#resolved(from, to, place) : null;',
      },
      {
        name: 'identity is not looked at',
        text: 'if (wrong !== null) return difference(place, wrong);',
        becomes: '',
      },
      {
        name: 'references that are met are not followed',
        text: 'this.#queue.push({ owner: before, before: from, after: to });',
        becomes: '',
      },
      {
        name: 'what replaces a reference in place is not compared',
        text: 'if (!(before instanceof PDFRef)) return this.#resolved(from, to, place);',
        becomes: 'if (!(before instanceof PDFRef)) return null;',
      },
      {
        name: 'what is declared for an object is lost where it stands in place',
        text: 'if (!(before instanceof PDFRef)) return this.#resolved(from, to, place);',
        becomes:
          'if (!(before instanceof PDFRef && after instanceof PDFRef)) return this.#resolved(from, to, place);',
      },
      {
        name: 'a value in place is compared for the first of its merged owners alone',
        text: 'if (before instanceof PDFRef && this.#identities.isKnown(before, after)) return null;',
        becomes:
          'if (before instanceof PDFRef && after instanceof PDFRef && this.#identities.isKnown(before, after))\n      return null;',
      },
      {
        name: 'what is new is nothing',
        text: "return isNothing(after) ? null : difference(place, 'was not there before');",
        becomes: 'return null;',
      },
      {
        name: 'what is gone is nothing',
        text: "if (isNothing(after)) return difference(place, 'no longer there');",
        becomes: 'if (isNothing(after)) return null;',
      },
      {
        name: 'a dictionary may become anything',
        text: "difference(place, 'no longer a dictionary')",
        becomes: 'null',
      },
      {
        name: 'an array may become anything',
        text: "difference(place, 'no longer an array')",
        becomes: 'null',
      },
      {
        name: 'a stream may become anything',
        text: "difference(place, 'no longer a stream')",
        becomes: 'null',
      },
      {
        name: 'scalars are not compared',
        text: 'sameScalar(before, after) ? null',
        becomes: 'sameScalar(before, after) || true ? null',
      },
      {
        name: 'only the first entry of a dictionary is compared',
        text: 'if (found !== null || ignored?.has(name) || !this.#isCompared(name, place)) return;',
        becomes: 'if (found !== null || ignored?.has(name) || name !== [...beforeEntries.keys()][0]) return;',
      },
      {
        name: 'joining declared for a page covers every /Contents inside it',
        text: 'name === CONTENTS && place.above === null',
        becomes: 'name === CONTENTS',
      },
      {
        name: 'joined content is not compared',
        text: 'return this.#joinedContents(before, after, place);',
        becomes: 'return null;',
      },
      {
        name: 'divided content is not compared',
        text: 'return this.#dividedContents(before, after, place);',
        becomes: 'return null;',
      },
      {
        name: 'entries that are added are not seen',
        text: 'afterEntries.forEach((value, name) => {',
        becomes: 'new Map<PDFName, PDFObject>().forEach((value, name) => {',
      },
      {
        name: 'an added reference is not looked up',
        text: '!isNothing(this.#lookup(this.#after, value))',
        becomes: 'value !== PDFNull',
      },
      {
        name: 'arrays may have another length',
        text: "if (beforeItems.length !== afterItems.length) return difference(place, 'has another length');",
        becomes: '',
      },
      {
        name: 'the first item of an array is not compared',
        text: 'for (let i = 0; i < beforeItems',
        becomes: 'for (let i = 1; i < beforeItems',
      },
      {
        name: 'a declared stream may change its whole dictionary',
        text: 'if (found !== null) return found;\n    const twin',
        becomes: 'if (found !== null && declaredKeys === null) return found;\n    const twin',
      },
      {
        name: 'the dictionary of a stream is not compared',
        text: 'const found = this.#dicts(before.dict, after.dict, place, ignored);',
        becomes: 'const found = null as Difference | null;',
      },
      {
        name: 'any image is a twin',
        text: "this.#isTwin(before, twin) ? null : difference(place, 'no twin of its image')",
        becomes: 'null',
      },
      {
        name: 'a declared stream is believed before its twin is proved',
        text: 'const twin = this.#changes.duplicateOf(place.owner);',
        becomes: 'const twin = declaredKeys !== null ? null : this.#changes.duplicateOf(place.owner);',
      },
      {
        name: 'stream data is not compared',
        text: "return this.#sameData(before, after) ? null : difference(place, 'stream data differs');",
        becomes: 'return null;',
      },
      {
        name: 'content that a pass wrote is believed',
        text: 'return content !== null && digests.includes(contentDigest(content));',
        becomes: 'return content !== null;',
      },
      {
        name: 'content that does not decode whole counts',
        text: "decoded.kind === 'bytes' && !decoded.damaged ? decoded.bytes",
        becomes: "decoded.kind === 'bytes' ? decoded.bytes",
      },
      {
        name: 'rewritten joined content is believed',
        text: "contentDigest(content) === digest ? null : difference(place, 'rewritten content differs')",
        becomes: 'null',
      },
      {
        name: 'joined content that cannot be read counts',
        text: "if (content === null) return difference(place, 'joined content cannot be read');",
        becomes: 'if (content === null) return null;',
      },
      {
        name: 'the joined parts are not compared',
        text: 'parts !== null && sameBytes(parts, content) ? null',
        becomes: 'parts !== null ? null',
      },
      {
        name: 'the same bytes are the same data under any filter',
        text: 'if (samePacking && sameBytes(before.contents, after.contents)) return true;',
        becomes: 'if (sameBytes(before.contents, after.contents)) return true;',
      },
      {
        name: 'the same bytes are the same data under other parameters',
        text: "['Filter', 'DecodeParms', 'DP'].every",
        becomes: "['Filter', 'DP'].every",
      },
      {
        name: 'the same bytes are the same data under other abbreviated parameters',
        text: "['Filter', 'DecodeParms', 'DP'].every",
        becomes: "['Filter', 'DecodeParms'].every",
      },
      {
        name: 'the bytes under the same filters are not compared',
        text: 'samePacking && sameBytes(before.contents, after.contents)',
        becomes: 'samePacking',
      },
      {
        name: 'what cannot be decoded is equal',
        text: "if (plainBefore.kind === 'undecodable' || plainBefore.kind !== plainAfter.kind) return false;",
        becomes:
          "if (plainBefore.kind === 'undecodable') return true;\n    if (plainBefore.kind !== plainAfter.kind) return false;",
      },
      {
        name: 'a codec may come or go',
        text: "if (plainBefore.kind === 'undecodable' || plainBefore.kind !== plainAfter.kind) return false;",
        becomes: "if (plainBefore.kind === 'undecodable' || plainAfter.kind === 'undecodable') return false;",
      },
      {
        name: 'damage may vanish',
        text: 'plainBefore.damaged !== plainAfter.damaged || !sameBytes',
        becomes: '(!plainBefore.damaged && plainAfter.damaged) || !sameBytes',
      },
      {
        name: 'damage may come',
        text: 'plainBefore.damaged !== plainAfter.damaged || !sameBytes',
        becomes: '(plainBefore.damaged && !plainAfter.damaged) || !sameBytes',
      },
      {
        name: 'decoded data is not compared',
        text: '|| !sameBytes(plainBefore.bytes, plainAfter.bytes))',
        becomes: ')',
      },
      {
        name: 'the parameters of a codec are not compared',
        text: "if (plainBefore.kind === 'bytes') return true;",
        becomes: 'return true;',
      },
      {
        name: 'one codec is as good as another',
        text: '|| lastBefore.name !== lastAfter.name)',
        becomes: ')',
      },
      {
        name: 'the parameters of the last filter are not compared',
        text: 'return this.#resolved(lastBefore.params ?? PDFNull, lastAfter.params ?? PDFNull, place) === null;',
        becomes: 'return true;',
      },
      {
        name: 'numbers are equal to the nearest whole one',
        text: 'before.asNumber() === after.asNumber()',
        becomes: 'Math.round(before.asNumber()) === Math.round(after.asNumber())',
      },
      {
        name: 'strings are equal when they are equally long',
        text: 'isString(after) && sameBytes(before.asBytes(), after.asBytes())',
        becomes: 'isString(after) && before.asBytes().length === after.asBytes().length',
      },
      {
        name: 'names and truths are not compared',
        text: '  return false;\n}\n\nfunction isString',
        becomes: '  return true;\n}\n\nfunction isString',
      },
    ],
  },
  {
    file: 'shared/pdf/check/identity.ts',
    tests: TESTS,
    mutants: [
      {
        name: 'one object may become two',
        text: 'if (this.#became.has(before)) return',
        becomes: 'if (false as boolean) return',
      },
      {
        name: 'two objects may become one',
        text: 'else if (!this.#areMerged(before, other))',
        becomes: 'else if (false)',
      },
      {
        name: 'whatever was met is known',
        text: 'return after !== undefined && this.#became.get(before) === after;',
        becomes: 'return this.#became.has(before);',
      },
      {
        name: 'what comes to stand in place has no identity',
        text: 'if (!areBoth && !(value instanceof PDFDict || value instanceof PDFArray)) return null;',
        becomes: 'if (!areBoth) return null;',
      },
      {
        name: 'arrays in place have no identity',
        text: 'value instanceof PDFDict || value instanceof PDFArray',
        becomes: 'value instanceof PDFDict',
      },
      {
        name: 'a number in place has an identity',
        text: 'if (!areBoth && !(value instanceof PDFDict || value instanceof PDFArray)) return null;',
        becomes: '',
      },
      {
        name: 'what stood in place may be merged undeclared',
        text: 'return one instanceof PDFRef && other instanceof PDFRef && this',
        becomes: 'return !(one instanceof PDFRef && other instanceof PDFRef) || this',
      },
    ],
  },
  {
    file: 'shared/pdf/check/place.ts',
    tests: TESTS,
    mutants: [
      {
        name: 'a declared path covers all that begin like it',
        text: 'return declared?.has(pathText(pathOf(place))) ? null : place;',
        becomes:
          'const path = pathText(pathOf(place));\n  return [...(declared ?? [])].some((each) => path.startsWith(each)) ? null : place;',
      },
      {
        name: 'a declared path covers its last step anywhere',
        text: 'return declared?.has(pathText(pathOf(place))) ? null : place;',
        becomes:
          'const path = pathText(pathOf(place).slice(-1));\n  return declared?.has(path) ? null : place;',
      },
      {
        name: 'nothing that is declared counts',
        text: 'return declared?.has(pathText(pathOf(place))) ? null : place;',
        becomes: 'return place;',
      },
    ],
  },
  {
    file: 'shared/pdf/check/changes.ts',
    tests: TESTS,
    mutants: [
      {
        name: 'a slash in a name divides a path',
        text: ".replaceAll('/', '#2F')",
        becomes: '',
      },
      {
        name: 'what is merged at all may be merged with anything',
        text: 'this.#merged.has(one) && this.#survivor(one) === this.#survivor(other)',
        becomes: 'this.#merged.has(one) && this.#merged.has(other)',
      },
      {
        name: 'what joins a declared merge is merged too',
        text: 'this.#merged.has(one) && this.#survivor(one) === this.#survivor(other)',
        becomes: 'this.#merged.has(one) || this.#merged.has(other)',
      },
      {
        name: 'content declared for a survivor does not hold for what was merged into it',
        text: 'const owners = new Set([ref, this.#survivor(ref)]);',
        becomes: 'const owners = new Set([ref]);',
      },
      {
        name: 'what was declared for a merged object itself is forgotten',
        text: 'return new Set([...own, ...other]);',
        becomes: 'return other;',
      },
      {
        name: 'the keys of a second declaration are forgotten',
        text: 'for (const key of keys) known.add(key);',
        becomes: 'if (known.size === 0) for (const key of keys) known.add(key);',
      },
    ],
  },
  {
    file: 'shared/pdf/image/image-data.ts',
    tests: ['shared/pdf/image/image-data.test.ts', 'shared/passes/duplicates/same-images.test.ts', ...TESTS],
    mutants: [
      {
        name: 'damaged images are twins',
        text: "if (decoded.kind === 'undecodable' || decoded.damaged) return null;",
        becomes: "if (decoded.kind === 'undecodable') return null;",
      },
      {
        name: 'JPEGs of another ColorTransform are twins',
        text: 'a.colorTransform === b.colorTransform && ',
        becomes: '',
      },
    ],
  },
  {
    file: 'shared/compress.ts',
    tests: ['shared/compress-check.test.ts', 'shared/compress.test.ts'],
    mutants: [
      {
        name: 'a difference is not looked at',
        text: "return difference === null ? draft.changed(output) : draft.unchanged('verification-failed', difference);",
        becomes: 'return draft.changed(output);',
      },
      {
        name: 'an output that needs repair passes',
        text: 'if (after.repairs.length > 0) return',
        becomes: 'if (after.repairs.length > 99) return',
      },
      {
        name: 'a file of the same size counts as smaller',
        text: '!isSmaller(rewritten.output, input.bytes)',
        becomes: 'rewritten.output.length > input.bytes.length',
      },
    ],
  },
]);
