import { faultsIn } from '../faults.mjs';

/** Faults of what looks at whole documents: facts, metadata, attachments, encryption, verification, parts, receipts. */
export const DOCUMENTS = [
  faultsIn('shared/pdf/inventory/facts.ts', ['shared/compress.test.ts'], {
    'a signature inside of an array is none': [
      'if (object instanceof PDFArray) return arrayItems(object).some(holdsSignature);',
      '',
    ],
    'a form field is a signature': [
      "object.has(key('ByteRange')) && object.has(key('Contents'))",
      "object.has(key('Contents'))",
    ],
  }),
  faultsIn('shared/passes/metadata.ts', ['shared/passes/metadata.test.ts'], {
    'unreadable metadata of a PDF/A goes': ["if (packet === 'unreadable' && claims) return false;", ''],
    'the metadata of the catalog is private data': [
      "if (dict === catalog) return name !== key('Metadata');",
      '',
    ],
    'every /Thumb is one': ["if (name === THUMB) return dict.get(key('Type')) === key('Page');", ''],
  }),
  faultsIn('shared/passes/attachments.ts', ['shared/passes/attachments.test.ts'], {
    'nothing is said of removed files': ["ctx.warn('attachments-removed');", ''],
  }),
  faultsIn(
    'shared/passes/contents/tolerance.ts',
    ['shared/passes/contents/tolerance.test.ts', 'shared/passes/contents/round-numbers.test.ts'],
    {
      'skewed text moves further than it may': ['isRightAngled ? Math.SQRT1_2 : 0.5', 'Math.SQRT1_2'],
      'text moves as far as paths': ['return Math.min(points, MAX_TEXT_POINTS);', 'return points;'],
    },
  ),
  faultsIn('shared/pdf/metadata/xmp.ts', ['shared/pdf/metadata/xmp.test.ts'], {
    'a PDF/UA loses its title': [
      'if (identifying.some(({ uri }) => uri === PDF_UA)) {',
      'if (identifying.length > 99) {',
    ],
    'an invoice loses its extension schema': ['if (schemas !== undefined) {', 'if (schemas === null) {'],
  }),
  faultsIn('shared/pdf/security/rc4.ts', ['shared/pdf/security/rc4.test.ts'], {
    'the key stream leaves its table': ['state[(a + b) & 255]', 'state[(a + b) & 127]'],
  }),
  faultsIn('shared/pdf/security/encrypt-dictionary.ts', ['shared/pdf/security/encrypt-dictionary.test.ts'], {
    'an unknown crypt filter is used': [
      'if (!cipher) throw unsupported(`crypt filter ${name} of /${entry}`);',
      '',
    ],
  }),
  faultsIn('shared/pdf/content/syntax/number.ts', ['shared/pdf/content/syntax/number.test.ts'], {
    'zeros behind the point stay': [
      'if (point < end) while (last > point + 1 && bytes[last - 1] === ZERO) last -= 1;',
      '',
    ],
  }),
  faultsIn(
    'shared/pdf/content/interpret/interpreter.ts',
    ['shared/pdf/content/interpret/interpreter.test.ts'],
    {
      'contents have no resources': [
        'const scope = resources === null ? null : this.registry.scope(resources, null);',
        'const scope = null;',
      ],
    },
  ),
  faultsIn('shared/verify/match.ts', ['shared/verify/compare-documents.test.ts', 'shared/verify.test.ts'], {
    'more is lost than there was': [
      'Math.min(count, lostThings(losses.map(({ index }) => before[index])))',
      '1 + lostThings(losses.map(({ index }) => before[index]))',
    ],
    'what changed is equal': ["...[...changed, ...renamed].map((pair) => lossOf('changed', pair)),", ''],
    'what is gone was not there': [
      '...rest.before.map((item) => ({ index: item.index, loss: goneLoss(item) })),',
      '',
    ],
    'order never matters': ['inOrder ? same.filter(({ before }) => isCounted(before)) : []', '[]'],
  }),
  faultsIn('shared/verify/pictures/similarity.ts', ['shared/verify/pictures/similarity.test.ts'], {
    'any two pictures look alike': [
      'const SAME_SMALL_CORRELATION = 0.7;',
      'const SAME_SMALL_CORRELATION = -1;',
    ],
  }),
  faultsIn('shared/split/cut.ts', ['shared/split/split.test.ts'], {
    'a part is larger than the limit': [
      'if (part.bytes.length <= this.#limit) best',
      'if (part.bytes.length <= this.#limit * 2) best',
    ],
    'no page is left for an attachment': [
      'Math.max(1, this.pagesLeft - this.#partsFor(rest))',
      'this.pagesLeft',
    ],
    'an attachment without room is lost': ['if (left !== undefined) throw', 'if (left === null) throw'],
  }),
  faultsIn('shared/split/split-plan.ts', ['shared/split/split-plan.test.ts'], {
    'pages weigh what all before them weigh': ['const own = sum - before;', 'const own = sum;'],
    'what cannot be split has a plan': ['refuseSplit(doc, settings);', ''],
  }),
  faultsIn('shared/budget/allocate.ts', ['shared/budget/allocate.test.ts'], {
    'the sum is above the budget': [
      'if (total(middle) <= budget) high = middle;',
      'if (total(middle) >= budget) high = middle;',
    ],
    'what cannot shrink shrinks': ['curve.isFlat ? null : Math.floor', 'Math.floor'],
    'an impossible budget is shared': [
      'if (total(LAST) > budget || fixed >= budget)',
      'if (fixed > budget * 9)',
    ],
  }),
  faultsIn('shared/estimate/power-law.ts', ['shared/estimate/power-law.test.ts'], {
    'two pictures make a law': ['if (made.length < MIN_PICTURES) return 1;', ''],
  }),
  faultsIn('shared/receipt/receipt.ts', ['shared/receipt/receipt.test.ts'], {
    'fields that differ are no forgery': ['fields.different.length === 0 && ', ''],
    'what was not checked is right': [' && fields.notChecked.length === 0', ''],
    'another output is right': ['return outputMatches && reproduced', 'return reproduced'],
  }),
  faultsIn('shared/receipt/canonical-json.ts', ['shared/receipt/canonical-json.test.ts'], {
    'null is an object': ["typeof value !== 'object' || value === null", "typeof value !== 'object'"],
  }),
  faultsIn('shared/preview/preview-page.ts', ['shared/preview/preview-page.test.ts'], {
    'a page that grew is shown': ['output.length < page.length ? output : page', 'output'],
  }),
  faultsIn('shared/progress.ts', ['shared/progress.test.ts'], {
    'one image is counted': ['counted > 1 ? count : {}', 'counted > 0 ? count : {}'],
  }),
  faultsIn('shared/options.ts', ['shared/options.test.ts'], {
    'a megabyte is something else': ['mb: 1e6,', 'mb: 1_048_576,'],
  }),
  faultsIn('shared/inspect.ts', ['shared/inspect.test.ts'], {
    'an open document is encrypted': [
      'security: doc.security === null ? null : securityFacts(doc.security)',
      'security: securityFacts(doc.security!)',
    ],
  }),
  faultsIn('shared/codecs/flate/parts.ts', ['shared/codecs/flate/parts.test.ts'], {
    'joined parts keep a checksum between them': ['const CHECKSUM_BYTES = 4;', 'const CHECKSUM_BYTES = 0;'],
  }),
  faultsIn('shared/codecs/flate/inflate-raw.ts', ['shared/codecs/flate/inflate.test.ts'], {
    'data that explodes takes memory': [
      'needed > out.length && needed <= COPIED_UP_TO_BYTES',
      'needed > out.length',
    ],
    'bytes without room are lost': [
      'if (!tooLarge && written < total) return inflateRaw(data, start, maxBytes, total);',
      '',
    ],
    'the first piece is the whole': ["if (ended !== FULL) return 'whole';", "return 'whole';"],
  }),
  faultsIn('shared/codecs/jpeg/format/segments.ts', ['shared/codecs/jpeg/format/segments.test.ts'], {
    'the color transform of Adobe goes': [
      "if (segment.marker === MARKER.APP14) return !startsWith(body, 'Adobe');",
      '',
    ],
    'metadata stays': [
      'if (!isMetadata(bytes, segment)) keep(segment.start, segment.end);',
      'keep(segment.start, segment.end);',
    ],
  }),
  faultsIn('shared/codecs/jpeg/kernel/kernel-frame.ts', ['shared/codecs/jpeg/kernel/kernel-frame.test.ts'], {
    'a frame has less memory than blocks': ['sum + stride * rows, 0)', 'sum + stride, 0)'],
  }),
  faultsIn('shared/work/pool.ts', ['shared/work/pool.test.ts'], {
    'a small image overtakes a large one for ever': [
      'if (image !== undefined && !this.#hasRoomFor(image)) mayBeImage = false;',
      '',
    ],
  }),
  faultsIn('shared/work/work-clock.ts', ['shared/work/work-clock.test.ts'], {
    'a job that sleeps counts all of it': [
      'Math.max(0, now.at - before.at), 2 * BEAT_MS',
      'Math.max(0, now.at - before.at), Number.MAX_VALUE',
    ],
    'a clock that is set back gives time back': ['Math.max(0, now.at - before.at)', '(now.at - before.at)'],
    'processor time is not asked for': ['passed : now.cpu - before.cpu', 'passed : passed'],
    'all threads count': ['spent += Math.min(passed, worked);', 'spent += worked;'],
    'the first reading counts again': ['before = now;', ''],
    'a job that only waits is never given up': [
      'spent >= limitMs || waited >= WAITING_TIMES * limitMs',
      'spent >= limitMs',
    ],
    'waiting counts as work': ['WAITING_TIMES * limitMs', 'limitMs'],
    'the limit is asked for at beats only': ['Math.min(BEAT_MS, limitMs - spent)', 'BEAT_MS'],
    'a clock that was stopped goes on': ['return () => clearTimeout(timer);', 'return () => {};'],
    'a job is ended again and again': ['onBeyond();\n    else wait();', 'onBeyond();\n    wait();'],
  }),
  faultsIn('shared/passes/repeats/alike.ts', ['shared/passes/repeats/alike.test.ts'], {
    'text is drawing': ['byte === T && previous', 'false && previous'],
    'a line in common is a run': ['const MIN_PIECES = 4;', 'const MIN_PIECES = 1;'],
    'white space makes drawing differ': ['if (isText || isRepeatedSpace) continue;', 'if (isText) continue;'],
    'other white space makes drawing differ': ['content[at] <= SPACE ? SPACE : content[at]', 'content[at]'],
    'what is drawn once is repeated': [
      'low[lowBits(piece)] > 1 && high[highBits(piece)] > 1',
      'low[lowBits(piece)] > 0 && high[highBits(piece)] > 0',
    ],
    'short drawings between texts are runs': [
      'if (length < MIN_STRETCH_BYTES) kept.length = stretchAt;',
      'if (length < 0) kept.length = stretchAt;',
    ],
    'runs go on behind a text': ['else kept.push(TEXT);', ''],
    'runs go on behind what is drawn once': ['else run.clear();', ''],
    'a piece remembers all before it': [' - Math.imul(leaves, LEAVING)', ''],
    'letters inside of a word begin a text': ['&& isToken(content, at)', ''],
    'a hash goes on behind a text': ['[hash, length] = [0, 0];\n  };', '};'],
  }),
];
