/** @typedef {import('../table.mjs').MutatedFile} MutatedFile */

const TESTS_OF_OPENING = [
  'shared/pdf/read/brotli.test.ts',
  'shared/pdf/read/load.test.ts',
  'shared/pdf/read/open.test.ts',
  'shared/pdf/write/write-encrypted.test.ts',
  'shared/repaired-files.test.ts',
];

/** Faults of the loader. */
export const LOADER = /** @type {readonly MutatedFile[]} */ ([
  {
    file: 'shared/pdf/read/xref.ts',
    tests: [
      'shared/pdf/read/load.test.ts',
      'shared/pdf/read/open.test.ts',
      'shared/pdf/read/hostile.test.ts',
    ],
    mutants: [
      {
        name: 'deleted objects come to life',
        text: 'entries.addFree(section.rows);',
        becomes: '',
      },
      {
        name: 'what a hybrid file hides stays hidden',
        text: 'if (hybrid !== undefined && !visited.has(hybrid)) {',
        becomes: 'if (false as boolean && hybrid !== undefined) {',
      },
      {
        name: 'the oldest trailer counts',
        text: "if (trailer === undefined && section.trailer.has(key('Root'))) trailer",
        becomes: "if (section.trailer.has(key('Root'))) trailer",
      },
      {
        name: 'older revisions are not read',
        text: "next = integerAt(section.trailer, 'Prev');",
        becomes: 'next = undefined;',
      },
      {
        name: 'rows of a table that says it begins at 1 are not moved',
        text: 'if (i === 0 && first === 1 && !inUse && generation === 65535 && offset === 0) first = 0;',
        becomes: '',
      },
      {
        name: 'object 1 of any table is taken for the head of the free list',
        text: 'if (i === 0 && first === 1 && !inUse && generation === 65535 && offset === 0) first = 0;',
        becomes: 'if (i === 0 && first === 1) first = 0;',
      },
      {
        name: 'an object in use at byte 0 is looked for',
        text: 'if (inUse && offset > 0) rows',
        becomes: 'if (inUse) rows',
      },
      {
        name: 'rows are counted without end',
        text: 'if (++source.rows > objects)',
        becomes: 'if (++source.rows > Number.POSITIVE_INFINITY)',
      },
      {
        name: 'half a cross-reference stream is believed',
        text: 'if (decoded.damaged && data.length < count * entryBytes)',
        becomes: 'if (false as boolean)',
      },
      {
        name: 'a damaged cross-reference stream is not believed though it is whole',
        text: 'if (decoded.damaged && data.length < count * entryBytes)',
        becomes: 'if (decoded.damaged)',
      },
      {
        name: 'sections of an index are numbered from 0',
        text: 'const number = index[pair] + i;',
        becomes: 'const number = i;',
      },
      {
        name: 'without a type an object is free',
        text: 'typeWidth === 0 ? 1 :',
        becomes: 'typeWidth === 0 ? 0 :',
      },
      {
        name: 'fields in the wrong order of bytes',
        text: 'value = value * 256 + data[at + i];',
        becomes: 'value += data[at + i] * 256 ** i;',
      },
      {
        name: 'the third field is read from the second',
        text: 'bigEndian(data, at + typeWidth + secondWidth, thirdWidth)',
        becomes: 'bigEndian(data, at + typeWidth, thirdWidth)',
      },
      {
        name: 'offsets do not count from the header',
        text: 'headerOffset > 0 ? [offset, offset + headerOffset] : [offset]',
        becomes: '[offset]',
      },
    ],
  },
  {
    file: 'shared/pdf/read/xref-entries.ts',
    tests: ['shared/pdf/read/load.test.ts', 'shared/pdf/read/xref-entries.test.ts'],
    mutants: [
      {
        name: 'the oldest revision wins',
        text: 'if (!this.#has(used[at])) this.#put',
        becomes: 'this.#put',
      },
      {
        name: 'what an older revision deletes is gone',
        text: 'if (!this.#has(number)) this.#put(number, FREE_KIND, 0, 0);',
        becomes: 'this.#put(number, FREE_KIND, 0, 0);',
      },
      {
        name: 'large numbers are not gone through',
        text: 'this.#others.forEach(visit);',
        becomes: '',
      },
    ],
  },
  {
    file: 'shared/pdf/paged-array.ts',
    tests: ['shared/pdf/read/xref-entries.test.ts'],
    mutants: [
      {
        name: 'a number made to be large gets a place in a table',
        text: 'return number >= 0 && number < MAX_NUMBERS;',
        becomes: 'return number >= 0 && number < 2 ** 32;',
      },
    ],
  },
  {
    file: 'shared/pdf/read/object-loader.ts',
    tests: [
      'shared/pdf/read/load.test.ts',
      'shared/pdf/read/open.test.ts',
      'shared/pdf/write/write-encrypted.test.ts',
      'shared/pdf/read/hostile.test.ts',
    ],
    mutants: [
      {
        name: 'a generation is not asked for',
        text: 'if (entry.generation !== ref.generationNumber) return null;',
        becomes: '',
      },
      {
        name: 'a packed object has any generation',
        text: 'return ref.generationNumber === 0 ? this.#readPacked(ref, entry.stream, entry.index) : null;',
        becomes: 'return this.#readPacked(ref, entry.stream, entry.index);',
      },
      {
        name: 'whatever stands at the place is taken',
        text: 'if (found?.objectNumber === ref.objectNumber && found.generation === ref.generationNumber) {',
        becomes: 'if (found !== null) {',
      },
      {
        name: 'an object of another generation at the place is taken',
        text: 'found?.objectNumber === ref.objectNumber && found.generation === ref.generationNumber',
        becomes: 'found?.objectNumber === ref.objectNumber',
      },
      {
        name: 'what is missed is not known to be',
        text: 'this.misses.push(`object ${ref.objectNumber} is not at byte ${entry.offset}`);',
        becomes: '',
      },
      {
        name: 'what is malformed is not known to be',
        text: 'if (this.#parser.flaws > flaws) {',
        becomes: 'if (false as boolean) {',
      },
      {
        name: 'objects are not decrypted',
        text: 'return this.#decrypt === null ? object : this.#decrypt(object, ref);',
        becomes: 'return object;',
      },
      {
        name: 'dangling references are not counted',
        text: 'if (object === null && this.#xref.entries.get(ref.objectNumber) === undefined) this.dangling.add(ref);',
        becomes: '',
      },
      {
        name: 'offsets of objects do not count from the header',
        text: 'headerOffset > 0 ? [offset, offset + headerOffset] : [offset]',
        becomes: '[offset]',
      },
      {
        name: 'an indirect length is not looked up',
        text: 'return length instanceof PDFNumber ? length.asNumber() : undefined;\n  }\n\n  #readPacked',
        becomes: 'return undefined;\n  }\n\n  #readPacked',
      },
      {
        name: 'a missed length counts as a missed object',
        text: '    const length = this.#read(ref);\n    this.misses.length = misses;',
        becomes: '    const length = this.#read(ref);\n    void misses;',
        survives: 'a stream reaches its length like all else, where the object is missed once more',
      },
      {
        name: 'the index of a packed object is believed without a look',
        text: 'numbers[index] === ref.objectNumber ? index : indexIn(packed, ref.objectNumber)',
        becomes: 'index',
      },
      {
        name: 'a wrong index of a packed object is not mended',
        text: 'numbers[index] === ref.objectNumber ? index : indexIn(packed, ref.objectNumber)',
        becomes: 'numbers[index] === ref.objectNumber ? index : undefined',
      },
      {
        name: 'packed objects begin where the stream does',
        text: 'offsets[i] = first + offset;',
        becomes: 'offsets[i] = offset;',
      },
      {
        name: 'an object stream that cannot be read is no miss',
        text: 'this.misses.push(`object stream ${stream} cannot be read`);',
        becomes: '',
      },
      {
        name: 'a packed object that is not there is no miss',
        text: 'this.misses.push(`object ${ref.objectNumber} is not in object stream ${stream}`);',
        becomes: '',
      },
      {
        name: 'of rebuilt streams the first copy counts',
        text: "if (known?.kind === 'plain' && known.offset > offset) continue;",
        becomes: 'if (known !== undefined) continue;',
      },
      {
        name: 'a packed object wins over a later one by itself',
        text: "if (known?.kind === 'plain' && known.offset > offset) continue;",
        becomes: '',
      },
      {
        name: 'objects are loaded without end',
        text: 'if (this.#count > this.#limits.objects) {',
        becomes: 'if (this.#count > Number.POSITIVE_INFINITY) {',
        survives: 'the parser counts the same objects and ends it first',
      },
      {
        name: 'only what the trailer names is loaded',
        text: '      eachRef(object, collect);\n    }',
        becomes: '    }',
      },
    ],
  },
  {
    file: 'shared/pdf/read/parser.ts',
    tests: [
      'shared/pdf/read/parser.test.ts',
      'shared/pdf/read/open.test.ts',
      'shared/pdf/read/pieces.test.ts',
    ],
    mutants: [
      {
        name: 'a comment goes on behind its line',
        text: 'bytes[this.#at] !== 10 && bytes[this.#at] !== 13) this.#at += 1;',
        becomes: 'bytes[this.#at] !== 10) this.#at += 1;',
      },
      {
        name: 'a parenthesis behind a backslash counts',
        text: 'if (byte === 0x5c) this.#at += 1;\n      else if (byte === 0x28)',
        becomes: 'if (byte === 0x28)',
      },
      {
        name: 'parentheses inside a string do not nest',
        text: 'else if (byte === 0x28) open += 1;',
        becomes: '',
      },
      {
        name: 'a reference may be any word that begins with R',
        text: 'this.#bytes[this.#at] === 0x52 && !isRegular(this.#bytes[this.#at + 1] ?? 32)',
        becomes: 'this.#bytes[this.#at] === 0x52',
      },
      {
        name: 'every reference is of generation 0',
        text: 'return refOf(objectNumber, generation);',
        becomes: 'return refOf(objectNumber, 0);',
      },
      {
        name: 'two numbers in front of no R are one',
        text: 'this.#at = behindNumber;\n      return',
        becomes: 'return',
      },
      {
        name: '#xx in small letters is no escape',
        text: '(escaped) => escaped.toUpperCase()',
        becomes: '(escaped) => escaped',
      },
      {
        name: 'names of one hash are one name',
        text: 'frequent?.raw.length === end - start && startsWith(bytes, start, frequent.raw)',
        becomes: 'frequent !== undefined',
      },
      {
        name: 'nesting without end',
        text: 'if (this.#depth > this.#limits.nesting) {',
        becomes: 'if (this.#depth > 100_000_000) {',
      },
      {
        name: 'the depth is not left',
        text: '    this.#depth -= 1;\n    return trackedArray(',
        becomes: '    return trackedArray(',
      },
      {
        name: 'the depth of a problem stays',
        text: '    this.#look(position, least);\n    this.#depth = 0;\n',
        becomes: '    this.#look(position, least);\n',
      },
      {
        name: 'an object that ends with the bytes at hand counts',
        text: 'if (!this.#isCut) return value;',
        becomes: 'return value;',
      },
      {
        name: 'what was looked for up to their end does not count as cut',
        text: '      if (this.#at >= bytes.length) this.#sawEnd = true;\n',
        becomes: '',
      },
      {
        name: 'data begins where the bytes at hand end',
        text: "    if (this.#isCut) throw this.#problem('too few bytes at hand');\n",
        becomes: '',
      },
      {
        name: 'a key without a value swallows the end of its dictionary',
        text: '        this.#entries.add(name, PDFNull);\n        keys = hash;\n        continue;',
        becomes: '        this.#at += 1;\n        continue;',
      },
      {
        name: 'a value that cannot be read is no flaw',
        text: '        this.flaws += 1;\n',
        becomes: '',
      },
      {
        name: 'a number keeps the first of two signs alone',
        text: "text.startsWith('-') ? -value : value",
        becomes: 'value',
      },
      {
        name: 'a carriage return before the data belongs to it',
        text: 'if (this.#bytes[this.#at] === 13) this.#at += 1;\n    if',
        becomes: 'if',
      },
      {
        name: 'a line feed before the data belongs to it',
        text: '    if (this.#bytes[this.#at] === 10) this.#at += 1;\n',
        becomes: '',
      },
      {
        name: 'a length is believed without a look',
        text: 'if (this.#skipToEndstream())\n        return',
        becomes: 'this.#skipToEndstream();\n      return',
      },
      {
        name: 'no length is believed',
        text: 'if (length !== undefined && start + length <= source.length) {',
        becomes: 'if (length !== undefined && start + length < 0) {',
      },
      {
        name: 'the end of line before endstream belongs to the data',
        text: 'if (data[end - 1] === 10) end -= 1;',
        becomes: '',
      },
      {
        name: 'data without endstream goes on behind its object',
        text: 'endobj >= 0 ? endobj : source.length',
        becomes: 'source.length',
      },
      {
        name: 'an empty object is none',
        text: 'return { objectNumber, generation, object: PDFNull, end: this.position };',
        becomes: 'return null;',
      },
      {
        name: 'hexadecimal strings keep what is no digit',
        text: ".replace(/[^0-9a-fA-F]/g, '')",
        becomes: '',
      },
    ],
  },
  {
    file: 'shared/pdf/read/entry-stack.ts',
    tests: ['shared/pdf/read/parser.test.ts'],
    mutants: [
      {
        name: 'of two entries with one key the first counts',
        text: 'entries.set(this.#names[at], this.#values[at]);',
        becomes: 'if (!entries.has(this.#names[at])) entries.set(this.#names[at], this.#values[at]);',
      },
      {
        name: 'an entry that comes twice is two',
        text: 'if (new Set(names).size < names.length) return null;',
        becomes: '',
      },
      {
        name: 'a list of keys is the one of a dictionary with fewer',
        text: 'if (names.length !== end - begun) return false;',
        becomes: '',
      },
      {
        name: 'names of one hash are one',
        text: 'if (this.#names[begun + place] !== names[place]) return false;',
        becomes: '{}',
      },
    ],
  },
  {
    file: 'shared/pdf/non-tree-objects.ts',
    tests: ['shared/pdf/non-tree-objects.test.ts'],
    mutants: [
      {
        name: 'what lies inside a node is not looked at',
        text: 'value instanceof PDFDict || value instanceof PDFArray ? isNode(value) : true',
        becomes: 'true',
      },
      {
        name: 'a page is a node of a tree',
        text: ' && (name !== TYPE || TREE_TYPES.has(value))',
        becomes: '',
      },
      {
        name: 'an array with a name in front is a node',
        text: 'items.length === 0 || items[0] instanceof PDFName',
        becomes: 'items.length === 0',
      },
      {
        name: 'what was put in the place of a node is passed over',
        text: 'nodes.get(ref) !== object',
        becomes: '!nodes.has(ref)',
      },
    ],
  },
  {
    file: 'shared/pdf/read/scan-file.ts',
    tests: ['shared/pdf/read/load.test.ts', 'shared/pdf/read/open.test.ts'],
    mutants: [
      {
        name: 'objects inside of streams are found',
        text: "if (part.kind === 'object') at = Math.max(at, part.read.end);",
        becomes: '',
      },
    ],
  },
  {
    file: 'shared/pdf/read/rebuild.ts',
    tests: ['shared/pdf/read/load.test.ts', 'shared/pdf/read/open.test.ts'],
    mutants: [
      {
        name: 'of two copies the first counts',
        text: "entries.set(objectNumber, { kind: 'plain', offset: found.start, generation });",
        becomes:
          "if (!entries.has(objectNumber)) entries.set(objectNumber, { kind: 'plain', offset: found.start, generation });",
      },
      {
        name: 'an object stream that was replaced still counts',
        text: 'objectStreams.delete(objectNumber);',
        becomes: '',
        survives: 'its number leads to what replaced it, which is no object stream',
      },
      {
        name: 'object streams are not found',
        text: "if (type === 'ObjStm') objectStreams",
        becomes: "if (type === 'Never') objectStreams",
      },
      {
        name: 'the trailer of a cross-reference stream is not found',
        text: "if (type === 'XRef' && object",
        becomes: "if (type === 'Never' && object",
      },
      {
        name: 'any trailer counts',
        text: "if (found.dict.has(key('Root'))) trailer = found.dict;",
        becomes: 'trailer = found.dict;',
      },
    ],
  },
  {
    file: 'shared/pdf/read/salvage.ts',
    tests: ['shared/pdf/read/load.test.ts', 'shared/pdf/read/open.test.ts'],
    mutants: [
      {
        name: 'pages lose what they inherit',
        text: 'keepInherited(page);',
        becomes: '',
      },
      {
        name: 'what stands above wins over a page’s own',
        text: 'if (value !== undefined && !page.has(key(name))) page',
        becomes: 'if (value !== undefined) page',
      },
      {
        name: 'pages in the order of their numbers',
        text: 'places.sort((a, b) => a.offset - b.offset);',
        becomes: '',
      },
      {
        name: 'anything is a page',
        text: "page.lookup(key('Type')) !== key('Page')",
        becomes: 'false',
      },
      {
        name: 'pages have no size',
        text: "    [key('MediaBox'), mediaBox],\n",
        becomes: '',
      },
    ],
  },
  {
    file: 'shared/pdf/read/open.ts',
    tests: TESTS_OF_OPENING,
    mutants: [
      {
        name: 'what was missed is not mended',
        text: "if (asWritten.kind === 'read' && asWritten.misses.length === 0)",
        becomes: "if (asWritten.kind === 'read')",
      },
      {
        name: 'a lost end with missing objects is opened',
        text: 'if (!xref.hasTrailer && read.document.incomplete) {',
        becomes: 'if (false as boolean) {',
      },
      {
        name: 'any file may be as large as it likes',
        text: 'if (input.length > limits.inputBytes) {',
        becomes: 'if (false as boolean) {',
      },
      {
        name: 'a filter that is not known is damage',
        text: 'if (unknown !== null && (best === null || best.incomplete)) throw unsupportedFilter(unknown);',
        becomes: '',
      },
    ],
  },
  {
    file: 'shared/pdf/read/load.ts',
    tests: TESTS_OF_OPENING,
    mutants: [
      {
        name: 'what is lost is not known to be',
        text: 'loader.misses.length > 0 ||',
        becomes: '',
      },
      {
        name: 'what nothing names any more is not known to be lost',
        text: 'let found = lostRefs.refs.some((ref) => !parents.has(ref));',
        becomes: 'let found = false;',
      },
      {
        name: 'a lost object is excused that more than a page names',
        text: 'found ||= parents.has(ref);',
        becomes: '',
      },
      {
        name: 'the dictionary of the lock stays in the document',
        text: "trailer.delete(key('Encrypt'));",
        becomes: '',
      },
      {
        name: 'a document without pages opens',
        text: "if (pages === 0) throw lost('no-pages', loader);",
        becomes: '',
      },
      {
        name: 'what nothing reaches is not counted',
        text: 'count += 1;',
        becomes: '',
      },
      {
        name: 'a kid of another generation goes without a doubt',
        text: 'pageTree.isInDoubt ||',
        becomes: '',
      },
      {
        name: 'a misspelt first line is no repair',
        text: "header.isMisspelt ? ['the first line is not %PDF-n.n'] : []",
        becomes: '[]',
      },
    ],
  },
  {
    file: 'shared/pdf/read/input-file.ts',
    tests: ['shared/pdf/read/input-file.test.ts'],
    mutants: [
      {
        name: 'what was worked on is still there',
        text: 'emptyContext(context);',
        becomes: '',
      },
      {
        name: 'a trailer that was changed is the one of the file',
        text: 'this.#source !== null && isUnmodified(this.#source.xref.trailer)',
        becomes: 'this.#source !== null',
      },
      {
        name: 'all openings together may unpack what one may',
        text: 'limitDecoding(context, this.#options.limits.totalBytes, this.bytes.length);',
        becomes: '',
      },
    ],
  },
  {
    file: 'shared/pdf/dirty-tracking.ts',
    tests: ['shared/pdf/read/input-file.test.ts'],
    mutants: [
      {
        name: 'items are changed where they are',
        text: 'if (Object.isFrozen(array.array)) array.array = [...array.array];',
        becomes: '',
      },
      {
        name: 'items can be changed unseen',
        text: 'Object.freeze(items);',
        becomes: '',
      },
      {
        name: 'an entry that was changed does not count',
        text: 'if (!(entries instanceof EntryMap && entries.isAsGiven)) return false;',
        becomes: '',
      },
      {
        name: 'what stands inside a dictionary does not count',
        text: 'areAsRead &&= isUnmodified(value);',
        becomes: '',
      },
      {
        name: 'what stands inside an array does not count',
        text: ' && items.every(isUnmodified)',
        becomes: '',
      },
    ],
  },
  {
    file: 'shared/pdf/header.ts',
    tests: ['shared/pdf/header.test.ts', 'shared/repaired-files.test.ts'],
    mutants: [
      {
        name: 'archives with a PDF in them are rebuilt',
        text: 'if (ARCHIVES.some(([at, word]) => startsWith(file, at, word))) return false;',
        becomes: '',
      },
      {
        name: 'files with several PDFs in them are rebuilt',
        text: "if (header >= 0 && indexOf(file, '%PDF-', header + 1) >= 0) return false;",
        becomes: '',
      },
      {
        name: 'only the proper spelling counts',
        text: "proper >= 0 ? proper : indexOf(file, '%PDF', 0, HEADER_WITHIN_BYTES + 4)",
        becomes: 'proper',
      },
      {
        name: 'a first line counts anywhere in the file',
        text: "const proper = indexOf(file, '%PDF-', 0, HEADER_WITHIN_BYTES + 5);",
        becomes: "const proper = indexOf(file, '%PDF-', 0);",
      },
    ],
  },
  {
    file: 'shared/pdf/read/repaired-page-tree.ts',
    tests: ['shared/repaired-files.test.ts'],
    mutants: [
      {
        name: 'a node may hang below itself',
        text: '!(kid instanceof PDFDict) || above.has(kid)',
        becomes: '!(kid instanceof PDFDict)',
      },
      {
        name: 'counts stay as they were',
        text: "if (step.isShorter && !this.#keepsNumbers) step.node.set(key('Count'), PDFNumber.of(step.pages));",
        becomes: '',
      },
      {
        name: 'counts above stay as they were',
        text: 'parent.isShorter ||= step.isShorter;',
        becomes: '',
      },
      {
        name: 'pages that stand in the tree stay there',
        text: 'step.kept.push(this.asObject(kid));',
        becomes: 'step.kept.push(item);',
      },
      {
        name: 'the root may call itself a page',
        text: "root.set(key('Type'), key('Pages'));",
        becomes: '',
      },
      {
        name: 'page labels come to mean other pages',
        text: '(hasPageLabels && isFollowed && !this.#keepsNumbers)',
        becomes: 'false',
      },
      {
        name: 'page labels forbid to drop a kid behind all pages',
        text: '(hasPageLabels && isFollowed && !this.#keepsNumbers)',
        becomes: '(hasPageLabels && !this.#keepsNumbers)',
      },
      {
        name: 'kids that readers count are gone',
        text: 'count.asNumber() === this.#pages + this.#dropped',
        becomes: 'count.asNumber() === -1',
      },
      {
        name: 'kids that no reader counts are pages',
        text: 'count.asNumber() === this.#pages + this.#dropped',
        becomes: 'count.asNumber() >= 0',
      },
      {
        name: 'a circle is a page where it stands',
        text: 'if (isAncestor) step.ancestors += 1;',
        becomes: 'if (isAncestor && step.pages < 0) step.ancestors += 1;',
      },
      {
        name: 'an empty page has no size',
        text: "if (!step.inherited.includes(key('MediaBox'))) page.set(key('MediaBox'), letterBox(step.node));",
        becomes: '',
      },
      {
        name: 'a page that inherits something gets another parent',
        text: '&& step.inherited.every((name) => kid.has(name))',
        becomes: '',
      },
    ],
  },
  {
    file: 'shared/pdf/read/free-numbers.ts',
    tests: ['shared/repaired-files.test.ts'],
    mutants: [
      {
        name: 'a lost object comes to mean a new one',
        text: 'for (const object of contextEntries(this.#context).values()) eachRef(object, see);',
        becomes: '',
      },
    ],
  },
]);
