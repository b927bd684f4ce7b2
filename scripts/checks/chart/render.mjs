import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { ROOT } from '../../project.mjs';

export const CHART = join(ROOT, 'deploy/chart');
const RELEASE = 'pdf';

/**
 * Renders deploy/chart with helm, or without it by the few functions that its templates use.
 *
 * @param {Readonly<Record<string, string | number | boolean>>} set values by path, such as `workers.keda.enabled`
 * @returns {readonly any[]} Kubernetes objects
 */
export function renderChart(set = {}) {
  const text = renderWithHelm(set) ?? renderByOurselves(set);
  return parseAllDocuments(text).flatMap((document) => {
    if (document.errors.length > 0) throw document.errors[0];
    return document.toJS() ?? [];
  });
}

/** @param {Readonly<Record<string, string | number | boolean>>} set */
function renderWithHelm(set) {
  const values = Object.entries(set).flatMap(([path, value]) => ['--set', `${path}=${value}`]);
  const { status, stdout, stderr, error } = spawnSync('helm', ['template', RELEASE, CHART, ...values], {
    encoding: 'utf8',
  });
  if (error !== undefined) return undefined;
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

/** @param {Readonly<Record<string, string | number | boolean>>} set */
function renderByOurselves(set) {
  const values = parse(readFileSync(join(CHART, 'values.yaml'), 'utf8'));
  for (const [path, value] of Object.entries(set)) {
    const names = path.split('.');
    const last = names.pop() ?? '';
    names.reduce((part, name) => part[name], values)[last] = value;
  }
  const { appVersion } = parse(readFileSync(join(CHART, 'Chart.yaml'), 'utf8'));
  const scope = { Values: values, Release: { Name: RELEASE }, Chart: { AppVersion: appVersion } };
  const templates = readdirSync(join(CHART, 'templates')).sort();
  return templates
    .map((name) => rendered(readFileSync(join(CHART, 'templates', name), 'utf8'), scope))
    .join('\n---\n');
}

/**
 * Go's templates with `if`, `range`, `end` and the functions below.
 *
 * @param {string} text
 * @param {object} scope
 */
export function rendered(text, scope) {
  const trimmed = text.replace(/\s*\{\{-/g, '{{').replace(/-\}\}\s*/g, '}}');
  const parts = trimmed.split(/\{\{\s*(.*?)\s*\}\}/s);
  let at = 0;
  /** @param {any} names values of variables @param {boolean} isShown @returns {string} up to the matching `end` */
  const block = (names, isShown) => {
    let out = '';
    for (;;) {
      if (isShown) out += parts[at];
      at += 2;
      const action = parts[at - 1];
      if (action === undefined || action === 'end') return out;
      const [word = '', ...rest] = action.split(' ');
      const loop = /^range (\$\w+), (\$\w+) := (.+)$/.exec(action);
      if (loop !== null) {
        const [, name = '', value = '', source = ''] = loop;
        const [start, entries] = [at, Object.entries(isShown ? evaluate(source, names) : {})];
        if (entries.length === 0) block(names, false);
        for (const [key, entry] of entries) {
          at = start;
          out += block({ ...names, [name]: key, [value]: entry }, true);
        }
      } else if (word === 'if') {
        out += block(names, isShown && Boolean(evaluate(rest.join(' '), names)));
      } else if (isShown) out += String(evaluate(action, names));
    }
  };
  return block({ ...scope }, true);
}

/** @type {Readonly<Record<string, (...args: any[]) => unknown>>} */
const FUNCTIONS = {
  quote: (value) => JSON.stringify(String(value)),
  default: (fallback, value) => value || fallback,
  not: (value) => !value,
  toJson: (value) => JSON.stringify(value),
  add: (a, b) => a + b,
  printf: (pattern, ...values) => values.reduce((text, value) => text.replace('%s', value), pattern),
};

/**
 * @param {string} expression a pipeline
 * @param {any} names
 * @returns {any}
 */
function evaluate(expression, names) {
  let value;
  for (const [index, step] of expression.split(' | ').entries()) {
    const words = step.match(/\([^)]*\)|"[^"]*"|\S+/g) ?? [];
    const [first = '', ...rest] = words;
    const args = rest.map((word) => operand(word, names));
    const called = FUNCTIONS[first];
    if (called === undefined && words.length > 1) throw new Error(`unknown function: ${first}`);
    value = called === undefined ? operand(first, names) : called(...args, ...(index === 0 ? [] : [value]));
  }
  return value;
}

/** @param {string} word @param {any} names @returns {any} */
function operand(word, names) {
  if (word.startsWith('(')) return evaluate(word.slice(1, -1), names);
  if (word.startsWith('"') || /^\d+$/.test(word)) return JSON.parse(word);
  if (word.startsWith('$')) return names[word];
  const value = word
    .slice(1)
    .split('.')
    .reduce((part, name) => part?.[name], names);
  if (value === undefined) throw new Error(`no value for ${word}`);
  return value;
}
