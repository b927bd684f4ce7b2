/** @typedef {import('../table.mjs').MutatedFile} MutatedFile */

const TESTS = ['shared/passes/contents/texts/join-texts.test.ts'];

/** Faults of text objects that become one, and of the proof that they draw the same. */
export const JOINED_TEXTS = /** @type {readonly MutatedFile[]} */ ([
  {
    file: 'shared/passes/contents/texts/join-texts.ts',
    tests: TESTS,
    mutants: [
      {
        name: 'texts of other settings are joined',
        text: 'return this.#areSameBytes(one.settings, other.settings);',
        becomes: 'return true;',
      },
      {
        name: 'a text with a level of its own is joined with one without',
        text: 'return one === other;',
        becomes: 'return true;',
      },
      {
        name: 'a nested level is lost',
        text: 'if (this.#frame !== null) this.#last = null;',
        becomes: '',
      },
      {
        name: 'what is drawn between comes later',
        text: 'else this.#last = null;\n    this.#frame',
        becomes: 'this.#frame',
      },
      {
        name: 'a spacing lasts into the next text',
        text: '(text.frame === null || text.isPlain)',
        becomes: 'true',
      },
      {
        name: 'letters take the font of the text before',
        text: 'if (text.pending === null) return;',
        becomes: 'return;',
      },
      {
        name: 'texts that clip are joined',
        text: 'if (this.#clips) return null;',
        becomes: '',
      },
      {
        name: 'letters before the first position are forgotten',
        text: 'if (!text.isPlaced) text.line = null;\n        break;',
        becomes: 'return;',
      },
      {
        name: 'the leading is forgotten',
        text: '        this.#stayApart(text);\n        text.line = null;\n        break;',
        becomes: '        break;',
      },
      {
        name: 'a mirrored text is joined with one that is not',
        text: 'if (before.signX !== line.signX || before.signY !== line.signY) return;',
        becomes: '',
      },
      {
        name: 'positions need not be exact',
        text: 'if (!isSamePlace(joined, line, this.#noise)) return;',
        becomes: '',
      },
      {
        name: 'a pattern colors letters of one text',
        text: "if (kind !== 'number'",
        becomes: "if (kind !== 'number' && kind !== 'name'",
      },
      {
        name: 'a font that differs is not selected',
        text: 'const kept = isOnlyFont && isAgain',
        becomes: 'const kept = isOnlyFont',
      },
    ],
  },
  {
    file: 'shared/passes/contents/texts/text-line.ts',
    tests: TESTS,
    mutants: [
      {
        name: 'moves are not mirrored across',
        text: 'x: at.x + signX * by.x,',
        becomes: 'x: at.x + by.x,',
      },
      {
        name: 'moves are not mirrored up and down',
        text: 'y: at.y + signY * by.y,',
        becomes: 'y: at.y + by.y,',
      },
      {
        name: 'readers do not mirror moves across',
        text: 'moved(at.readX, signX * unitsOf(by.x))',
        becomes: 'moved(at.readX, unitsOf(by.x))',
      },
      {
        name: 'readers do not mirror moves up and down',
        text: 'moved(at.readY, signY * unitsOf(by.y))',
        becomes: 'moved(at.readY, unitsOf(by.y))',
      },
      {
        name: 'places may differ across',
        text: 'isSameCoordinate(one.at.readX, other.at.readX, noise) &&',
        becomes: '',
      },
      {
        name: 'places may differ up and down',
        text: 'isSameCoordinate(one.at.readY, other.at.readY, noise)\n',
        becomes: 'true\n',
      },
      {
        name: 'readers count in millionths',
        text: 'return { x, y, readX: coordinate(unitsOf(x)), readY: coordinate(unitsOf(y)) };',
        becomes: 'return { x, y, readX: coordinate(x), readY: coordinate(y) };',
      },
    ],
  },
  {
    file: 'shared/passes/contents/texts/text-proof.ts',
    tests: TESTS,
    mutants: [
      {
        name: 'places are not compared',
        text: 'isSameCoordinate(one.e, other.e, noise) &&',
        becomes: '',
      },
      {
        name: 'heights are not compared',
        text: 'isSameCoordinate(one.f, other.f, noise)\n',
        becomes: 'true\n',
      },
      {
        name: 'values are not compared',
        text: '  return areSameValues(one.values, other.values, comparison);',
        becomes: '  return true;',
      },
      {
        name: 'the depth is not compared',
        text: 'one.saved.length !== other.saved.length || ',
        becomes: '',
      },
      {
        name: 'a transformation is no change',
        text: "['cm', 'W', 'W*', 'gs', 'BX', 'EX']",
        becomes: "['W', 'W*', 'gs', 'BX', 'EX']",
        survives: 'it is compared as an operation before, at the same depth',
      },
      {
        name: 'text that clips is proved',
        text: "if (operator === 'Tr' && !(reader.number(0) < FIRST_CLIPPING_MODE)) this.isUncertain = true;",
        becomes: '',
      },
    ],
  },
  {
    file: 'shared/passes/contents/texts/opaque-pages.ts',
    tests: ['shared/passes/contents/texts/opaque-pages.test.ts'],
    mutants: [
      { name: 'half transparent letters are joined', text: 'value.asNumber() === 1', becomes: 'true' },
      {
        name: 'blended letters are joined',
        text: "value === key('Normal') || value === key('Compatible')",
        becomes: 'true',
      },
      { name: 'masked letters are joined', text: "return value === key('None');", becomes: 'return true;' },
      {
        name: 'what is unknown is harmless',
        text: 'return HARMLESS.has(name.decodeText());',
        becomes: 'return true;',
      },
      { name: 'fonts that draw are ignored', text: ' && hasPlainFonts(resources)', becomes: '' },
      { name: 'inherited states are ignored', text: '...ancestorsOf(page)', becomes: '' },
    ],
  },
]);
