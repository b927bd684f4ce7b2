/**
 * @typedef {{
 *   readonly id: number,
 *   readonly callFrame: import('./sources.mjs').Place & { readonly functionName: string },
 *   readonly children?: readonly number[],
 * }} Node
 * @typedef {{
 *   readonly nodes: readonly Node[],
 *   readonly samples: readonly number[],
 *   readonly timeDeltas: readonly number[],
 * }} Profile as V8 writes it; a sample names a node; its time in microseconds has the same index
 * @typedef {{ readonly stage: string, readonly script: number, readonly wasm: number }} Stage microseconds in JavaScript and in WebAssembly
 */

/** Parts of the work and their sources; the first match counts. @type {readonly (readonly [string, RegExp])[]} */
const STAGES = [
  ['deflate and inflate', /^(shared\/codecs\/(flate|brotli)|node_modules\/(pako|libdeflate))\//],
  ['JPEG', /^(shared\/codecs\/(jpeg|dct)|node_modules\/@jsquash\/jpeg)\//],
  ['pictures of one bit', /^shared\/(codecs\/(jbig2|ccitt|pdfium|bitmap)|image-jobs\/bi)/],
  ['JPEG 2000', /^(shared\/codecs\/jpx|node_modules\/pdfjs-dist)\//],
  ['samples, colours, resampling', /^shared\/codecs\/(pixels|resample)\//],
  ['separation of text', /^shared\/(image-jobs|passes\/images)\/mrc\//],
  ['choosing for a picture', /^shared\/(image-jobs|passes\/images)/],
  ['fonts', /^shared\/(fonts|passes\/fonts)/],
  ['content streams', /^shared\/(pdf\/content|passes\/content)/],
  ['the check', /^shared\/pdf\/check\//],
  ['reading and writing PDF', /^(shared\/pdf\/|node_modules\/@?pdf-lib)/],
  ['digests and ciphers', /^node_modules\/@noble\//],
  ['other passes', /^shared\//],
  ['command and threads', /^(cli|library)\//],
];

/** V8's own pseudo frames. */
const OF_V8 = new Map([
  ['(garbage collector)', 'garbage collector'],
  ['(program)', "Node and V8 (start, compiling, kernel's work)"],
]);

/**
 * Sums up the samples. A WebAssembly or Node function counts toward the nearest caller with a source.
 *
 * @param {readonly Profile[]} profiles one per isolate
 * @param {import('./sources.mjs').SourceOf} sourceOf
 * @returns {readonly Stage[]} the longest first, without idle time
 */
export function stagesOf(profiles, sourceOf) {
  /** @type {Map<string, { script: number, wasm: number }>} */
  const sums = new Map();
  for (const profile of profiles) {
    const owners = ownersOf(profile, sourceOf);
    for (const [index, id] of profile.samples.entries()) {
      const owner = owners.get(id);
      if (owner === undefined) continue;
      const sum = sums.get(owner.stage) ?? { script: 0, wasm: 0 };
      sum[owner.kind] += profile.timeDeltas[index];
      sums.set(owner.stage, sum);
    }
  }
  return [...sums]
    .map(([stage, sum]) => ({ stage, ...sum }))
    .sort((a, b) => b.script + b.wasm - a.script - a.wasm);
}

/**
 * @typedef {{ readonly stage: string, readonly kind: 'script' | 'wasm' }} Owner
 *
 * @param {Profile} profile
 * @param {import('./sources.mjs').SourceOf} sourceOf
 * @returns {ReadonlyMap<number, Owner>} by the node's id
 */
function ownersOf({ nodes }, sourceOf) {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  /** @type {Map<number, Owner>} */
  const owners = new Map();
  /** @type {{ readonly id: number, readonly callerStage: string }[]} */
  const open = nodes.slice(0, 1).map(({ id }) => ({ id, callerStage: 'command and threads' }));
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { callFrame, children = [] } = /** @type {Node} */ (byId.get(next.id));
    const source = sourceOf(callFrame);
    const stage = OF_V8.get(callFrame.functionName) ?? stageOf(source) ?? next.callerStage;
    if (callFrame.functionName !== '(idle)') {
      owners.set(next.id, { stage, kind: callFrame.url.startsWith('wasm:') ? 'wasm' : 'script' });
    }
    open.push(...children.map((id) => ({ id, callerStage: stage })));
  }
  return owners;
}

/** @param {string | undefined} source */
function stageOf(source) {
  return source === undefined ? undefined : STAGES.find(([, sources]) => sources.test(source))?.[0];
}
