import { parseAst } from 'vite';

/**
 * @typedef {{ readonly start: number, readonly end: number, readonly becomes: string, readonly kind: string }} Place
 *   a change of the source in [start, end)
 * @typedef {{ readonly type: string, readonly start: number, readonly end: number, readonly [name: string]: any }} Node
 */

/** @type {Readonly<Record<string, string>>} */
const OPERATORS = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '&&': '||',
  '||': '&&',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '&': '|',
  '|': '&',
  '<<': '>>',
  '>>>': '<<',
  '>>': '<<',
};

/**
 * Returns the places of a TypeScript source where a mutation tool would plant a fault: operators, bounds, conditions,
 * numbers, results and calls for their effect. Types and texts of errors are left out.
 *
 * @param {string} code
 * @returns {readonly Place[]}
 */
export function placesIn(code) {
  /** @type {Place[]} */
  const places = [];
  visit(/** @type {any} */ (parseAst(code, { lang: 'ts' })), code, places);
  return places;
}

/**
 * @param {Node} node
 * @param {string} code
 * @param {Place[]} places
 */
function visit(node, code, places) {
  if (/^(TS|Import)/.test(node.type) || node.type === 'ThrowStatement') return;
  const found = changeOf(node, code);
  if (found !== null) places.push(found);
  for (const child of Object.values(node)) {
    for (const each of Array.isArray(child) ? child : [child]) {
      if (typeof each?.type === 'string' && typeof each.start === 'number') visit(each, code, places);
    }
  }
}

/**
 * @param {Node} node
 * @param {string} code
 * @returns {Place | null}
 */
function changeOf(node, code) {
  const { type, start, end } = node;
  switch (type) {
    case 'BinaryExpression':
    case 'LogicalExpression': {
      const becomes = OPERATORS[node.operator];
      if (becomes === undefined) return null;
      const at = code.indexOf(node.operator, node.left.end);
      // Texts are joined, not subtracted.
      const isText = node.operator === '+' && [node.left, node.right].some(isTextNode);
      return isText
        ? null
        : { start: at, end: at + node.operator.length, becomes, kind: `${node.operator} to ${becomes}` };
    }
    case 'UnaryExpression':
      return node.operator === '!' ? { start, end: start + 1, becomes: '', kind: 'no !' } : null;
    case 'Literal':
      if (typeof node.value === 'number')
        return { start, end, becomes: String(node.value + 1), kind: `${node.value} to ${node.value + 1}` };
      return typeof node.value === 'boolean'
        ? { start, end, becomes: String(!node.value), kind: `${node.value} to ${!node.value}` }
        : null;
    case 'IfStatement':
      return { start: node.test.start, end: node.test.end, becomes: 'false', kind: 'if never' };
    case 'ExpressionStatement':
      return node.expression.type === 'CallExpression' ? { start, end, becomes: ';', kind: 'no call' } : null;
    default:
      return null;
  }
}

/** @param {Node} node */
function isTextNode({ type, value }) {
  return type === 'TemplateLiteral' || typeof value === 'string';
}
