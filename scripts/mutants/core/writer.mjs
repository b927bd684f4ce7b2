/** @typedef {import('../table.mjs').MutatedFile} MutatedFile */

/** Faults of the writer. */
export const WRITER = /** @type {readonly MutatedFile[]} */ ([
  {
    file: 'shared/pdf/write/direct-values.ts',
    tests: ['shared/pdf/write/direct-values.test.ts'],
    mutants: [
      {
        name: 'a value that others refer to',
        text: 'object instanceof PDFRawStream || often.has(ref)',
        becomes: 'object instanceof PDFRawStream',
      },
      {
        name: 'streams in place',
        text: 'object === undefined || object instanceof PDFRawStream || often',
        becomes: 'object === undefined || often',
      },
      {
        name: 'values of stream dictionaries',
        text: 'if (!(object instanceof PDFRawStream)) eachCandidate(object, 0,',
        becomes: 'eachCandidate(object instanceof PDFRawStream ? object.dict : object, 0,',
      },
      {
        name: 'values under any key',
        text: 'if (VALUE_KEYS.has(name)) found(value);',
        becomes: 'found(value);',
      },
      {
        name: 'no lists of attributes',
        text: 'LIST_KEYS.has(name)',
        becomes: 'name === NAMES && LIST_KEYS.has(name)',
      },
      {
        name: 'files in a tree of names',
        text: 'every((name) => name === D)',
        becomes: 'every((name) => name !== NAMES)',
      },
      { name: 'chains without an end', text: 'if (chain > MAX_CHAIN || ', becomes: 'if (' },
      { name: 'deep values', text: ' || isDeeper(object, MAX_NESTING)) continue;', becomes: ') continue;' },
      { name: 'values deep inside', text: 'if (nesting === MAX_NESTING) return;', becomes: '' },
    ],
  },
  {
    file: 'shared/pdf/write/write.ts',
    tests: ['shared/pdf/write/write.test.ts', 'shared/pdf/write/write-encrypted.test.ts'],
    mutants: [
      {
        name: 'object streams where they are forbidden',
        text: 'if (!options.objectStreams) return yield* write(doc, refs, options);',
        becomes: 'options = { ...options, objectStreams: true };',
      },
      {
        name: 'strings in place of a reference keep the plain text in an encrypted file',
        text: 'doc.security === null || options.objectStreams ? directValues(doc.context, refs, doc.trailer) : null;',
        becomes: 'directValues(doc.context, refs, doc.trailer);',
      },
      {
        name: 'the larger form of a tiny file',
        text: 'classic.length < packed.length ? classic : packed',
        becomes: 'classic.length < packed.length ? packed : classic',
      },
      {
        name: 'the classic form is never tried',
        text: 'if (refs.length > TINY_OBJECTS) return packed;',
        becomes: 'return packed;',
      },
      {
        name: 'numbers from 2',
        text: 'numbers.set(ref, numbers.size + 1);',
        becomes: 'numbers.set(ref, numbers.size + 2);',
      },
      {
        name: 'streams are not encrypted',
        text: 'const stream = encrypted(object, ref, number);',
        becomes: 'const stream = object;',
      },
      {
        name: 'objects outside of object streams are not encrypted',
        text: 'file.object(number, encrypted(object, ref, number), rules);',
        becomes: 'file.object(number, object, rules);',
      },
      {
        name: 'encrypted under the old number',
        text: 'encryptObject(security, object, { num: number, gen: 0 }',
        becomes: 'encryptObject(security, object, { num: ref.objectNumber, gen: 0 }',
      },
      {
        name: 'metadata that is in plain is encrypted',
        text: 'const roles = separatesRoles(security) ? streamRoles(objects, resolve) : null;',
        becomes:
          'const roles = null as ReturnType<typeof streamRoles> | null;\n  void [resolve, objects, separatesRoles];',
      },
      {
        name: 'the encryption dictionary is left out of object streams’ files',
        text: 'const encrypt = file.encryptDictionary(next, rules);',
        becomes: 'const encrypt = null;',
      },
      {
        name: 'the encryption dictionary takes the number of the cross-reference',
        text: 'encrypt === null ? next : next + 1',
        becomes: 'next',
      },
      {
        name: 'a 1.4 header over object streams',
        text: "objectStreams ? '1.5' : '1.4'",
        becomes: "'1.4'",
      },
      {
        name: 'a header below what it was',
        text: 'return doc.headerVersion > least ? doc.headerVersion : least;',
        becomes: 'return least;',
      },
      {
        name: 'objects in file order',
        text: 'const plain = options.objectStreams ? sortedByKind(others) : others;',
        becomes: 'const plain = others;',
        survives: 'only the size of large tagged files shows it, which the bench measures',
      },
      {
        name: 'larger object streams than readers like',
        text: 'inBatches(plain, OBJECTS_PER_STREAM)',
        becomes: 'inBatches(plain, 2 * OBJECTS_PER_STREAM)',
      },
      {
        name: 'all object streams hold the first objects',
        text: 'all.slice(index * size, (index + 1) * size)',
        becomes: 'all.slice(0, size)',
      },
      {
        name: 'nobody hears of packed objects',
        text: 'done += body.numbers.length;',
        becomes: '',
      },
    ],
  },
  {
    file: 'shared/pdf/write/object-stream.ts',
    tests: ['shared/pdf/write/object-stream.test.ts', 'shared/pdf/write/write.test.ts'],
    mutants: [
      {
        name: 'packed objects run together',
        text: 'if (index > 0) objects.byte(NEWLINE);',
        becomes: '',
      },
      {
        name: 'places in object streams are off by one',
        text: '${objects.length} `',
        becomes: '${objects.length + 1} `',
      },
      {
        name: 'the table counts as part of the objects',
        text: 'first: table.length,',
        becomes: 'first: table.length - 1,',
      },
    ],
  },
  {
    file: 'shared/pdf/write/png-up.ts',
    tests: [
      'shared/pdf/write/write-cross-reference.test.ts',
      'shared/pdf/write/write-encrypted.test.ts',
      'shared/pdf/write/write.test.ts',
    ],
    mutants: [
      {
        name: 'rows of a cross-reference stream are predicted from the wrong row',
        text: 'rows[(row - 1) * width + i]',
        becomes: 'rows[row * width - i]',
      },
    ],
  },
  {
    file: 'shared/pdf/write/file-writer.ts',
    tests: [
      'shared/pdf/write/write-cross-reference.test.ts',
      'shared/pdf/write/write-encrypted.test.ts',
      'shared/pdf/write/write.test.ts',
    ],
    mutants: [
      {
        name: 'no bytes above 127 behind the header',
        text: '%PDF-${version}\\n%\\xe2\\xe3\\xcf\\xd3\\n',
        becomes: '%PDF-${version}\\n',
      },
      {
        name: 'no end of line before endstream',
        text: "this.#text('\\nendstream\\nendobj\\n')",
        becomes: "this.#text('endstream\\nendobj\\n')",
      },
      {
        name: 'another number of packed objects',
        text: '/N ${numbers.length}/First',
        becomes: '/N ${numbers.length - 1}/First',
      },
      {
        name: 'objects are looked for in the object stream before theirs',
        text: '{ stream: number, index }',
        becomes: '{ stream: number - 1, index }',
      },
      {
        name: 'object streams are not encrypted',
        text: 'this.#security?.encryptStream(compact, OBJECT_STREAM, id) ?? compact',
        becomes: 'compact',
      },
      {
        name: 'every packed object is the first of its stream',
        text: '= { stream: number, index };',
        becomes: '= { stream: number, index: 0 };',
      },
      {
        name: 'the index of a packed object wraps at 256',
        text: 'const indexWidth = byteWidth(OBJECTS_PER_STREAM - 1);',
        becomes: 'const indexWidth = 1;',
      },
      {
        name: 'offsets wrap at 64 kB',
        text: 'const offsetWidth = byteWidth(Math.max(start, size));',
        becomes: 'const offsetWidth = 2;',
      },
      {
        name: 'numbers of many object streams do not fit beside small offsets',
        text: 'byteWidth(Math.max(start, size))',
        becomes: 'byteWidth(start)',
        survives: 'no file has more objects than bytes',
      },
      {
        name: 'the cross-reference stream does not list itself',
        text: 'this.#places[number] = { offset: start };',
        becomes: '',
      },
      {
        name: 'packed objects are said to stand by themselves',
        text: 'rows[row] = isPacked ? 2 : 1;',
        becomes: 'rows[row] = 1;',
      },
      {
        name: 'one object less than there are',
        text: 'const size = number + 1;',
        becomes: 'const size = number;',
      },
      {
        name: 'rows of the table begin in the wrong place',
        text: "String(place.offset).padStart(10, '0')",
        becomes: "String(place.offset + 1).padStart(10, '0')",
      },
      {
        name: 'a table without its head',
        text: '0000000000 65535 f ',
        becomes: '0000000000 00000 n ',
      },
      {
        name: 'startxref leads elsewhere',
        text: '`\\nstartxref\\n${start}\\n%%EOF\\n`',
        becomes: '`\\nstartxref\\n${start + 1}\\n%%EOF\\n`',
      },
      {
        name: 'the trailer refers to what is not in the file',
        text: 'if (value instanceof PDFRef && rules.numberOf(value) === undefined) continue;',
        becomes: '',
      },
      {
        name: 'the trailer does not name the encryption',
        text: 'if (encrypt !== null) sink.text(`/Encrypt ${encrypt} 0 R`);',
        becomes: '',
      },
      {
        name: 'the trailer does not name the identifier',
        text: 'if (id !== null) sink.text(`/ID${id}`);',
        becomes: '',
      },
      {
        name: 'numbers of several bytes in the wrong order',
        text: 'for (let i = width - 1; i >= 0; i--) {',
        becomes: 'for (let i = 0; i < width; i++) {',
      },
    ],
  },
  {
    file: 'shared/pdf/write/file-id.ts',
    tests: [
      'shared/pdf/write/write-cross-reference.test.ts',
      'shared/pdf/write/write-encrypted.test.ts',
      'shared/pdf/write/write.test.ts',
    ],
    mutants: [
      {
        name: 'the second half of the identifier is the first',
        text: '${second.toString()}]',
        becomes: '${first.toString()}]',
      },
      {
        name: 'the identifier says nothing of the content',
        text: 'sha256HexOf(parts)',
        becomes: 'sha256HexOf([])',
      },
      {
        name: 'the first half of the identifier is made anew',
        text: '[${first.toString()}',
        becomes: '[${second.toString()}',
      },
    ],
  },
  {
    file: 'shared/pdf/write/serialize.ts',
    tests: ['shared/pdf/write/serialize.test.ts', 'shared/pdf/write/write-encrypted.test.ts'],
    mutants: [
      {
        name: 'a reference keeps its old number',
        text: 'else this.#reference(number);',
        becomes: 'else this.#reference(object.objectNumber);',
      },
      {
        name: 'an array loses a reference to nothing',
        text: "if (number === undefined) this.#token('null');",
        becomes: 'if (number === undefined) return;',
      },
      {
        name: 'entries refer to what is not in the file',
        text: 'if (number === undefined) continue;',
        becomes:
          'if (number === undefined) { this.#token(name.toString()); this.#token(value.toString()); continue; }',
      },
      {
        name: 'strings are not encrypted',
        text: '(this.#rules.string?.(object) ?? object).toString()',
        becomes: 'object.toString()',
      },
      {
        name: 'two lengths in a stream',
        text: 'if (streamLength !== undefined && name === LENGTH) continue;',
        becomes: '',
      },
      {
        name: 'no blank between numbers',
        text: 'if (this.#needsBlank) this.#sink.byte(32);',
        becomes: '',
      },
      {
        name: 'no blank between words',
        text: 'if (this.#needsBlank && isRegular(text.charCodeAt(0))) this.#sink.byte(32);',
        becomes: '',
      },
      {
        name: 'a blank in front of every word',
        text: 'if (this.#needsBlank && isRegular(text.charCodeAt(0))) this.#sink.byte(32);',
        becomes: 'if (this.#needsBlank) this.#sink.byte(32);',
      },
      {
        name: 'entries of null are written',
        text: 'if (value === PDFNull) continue;',
        becomes: '',
      },
      {
        name: 'numbers with an exponent',
        text: "if (!text.includes('e')) return text;",
        becomes: 'return text;',
      },
      {
        name: 'very small numbers have the wrong number of zeros',
        text: "'0'.repeat(-exponent - 1)",
        becomes: "'0'.repeat(-exponent)",
      },
      {
        name: 'very large numbers have the wrong number of zeros',
        text: "'0'.repeat(exponent - fraction.length)",
        becomes: "'0'.repeat(exponent)",
      },
    ],
  },
]);
