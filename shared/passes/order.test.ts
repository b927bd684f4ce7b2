import { expect, test } from 'vitest';
import { STEPS } from './index.ts';
import { stepsOf } from './order.ts';
import type { BegunPass, DocumentPart, Pass } from './pass.ts';

function plain(id: Pass['id'], writes: readonly DocumentPart[]): Pass {
  return { id, writes, enabled: () => true, run: () => Promise.reject(new Error('not run here')) };
}

function begun(id: Pass['id'], reads: readonly DocumentPart[], writes: readonly DocumentPart[]): BegunPass {
  const pass = plain(id, writes);
  return { ...pass, reads, begin: () => Promise.reject(new Error('not run here')) };
}

const collect = plain('unused', ['structure']);
const shrinkFonts = plain('fonts', ['fonts']);
const recode = begun('images', ['images'], ['images']);
const rewrite = begun('contents', ['content'], ['content']);

const named = (steps: ReturnType<typeof stepsOf>) => steps.map(({ kind, pass }) => `${kind} ${pass.id}`);

test('a pass that begins early runs beside the others up to its own line', () => {
  const steps = stepsOf([{ pass: collect }, { pass: shrinkFonts }, { pass: recode, beginsAfter: collect }]);
  expect(named(steps)).toEqual(['run unused', 'begin images', 'run fonts', 'run images']);
});

test('several that begin at one place begin in the order of their lines', () => {
  const steps = stepsOf([
    { pass: collect },
    { pass: shrinkFonts },
    { pass: rewrite, beginsAfter: collect },
    { pass: recode, beginsAfter: collect },
  ]);
  expect(named(steps).slice(1, 3)).toEqual(['begin contents', 'begin images']);
});

test('a pass may run again', () => {
  const steps = stepsOf([{ pass: collect, againAfter: shrinkFonts }, { pass: shrinkFonts }]);
  expect(named(steps)).toEqual(['run unused', 'run fonts', 'run unused']);
});

test('refuses a pass that writes what a begun one still reads', () => {
  const redraw = plain('inline-images', ['images']);
  const list = [{ pass: collect }, { pass: redraw }, { pass: recode, beginsAfter: collect }];
  expect(() => stepsOf(list)).toThrow('inline-images writes images, which images has begun to read');
});

test('refuses a pass that begins behind its own end', () => {
  expect(() => stepsOf([{ pass: recode, beginsAfter: shrinkFonts }, { pass: shrinkFonts }])).toThrow(
    'images ends before it begins',
  );
});

test('the passes run in this order', () => {
  expect(named(STEPS)).toEqual([
    'run unused',
    'run attachments',
    'run metadata',
    'run inline-images',
    'run strips',
    'run crop',
    'run dedupe',
    'run resources',
    'run unused',
    'run resources',
    'run profiles',
    'run dedupe',
    'run dedupe',
    'begin contents',
    'begin images',
    'run fonts',
    'begin streams',
    'run contents',
    'run images',
    'run dedupe',
    'run inline-images',
    'run dedupe',
    'run streams',
  ]);
});
