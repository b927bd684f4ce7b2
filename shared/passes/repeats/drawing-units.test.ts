import { expect, test } from 'vitest';
import { latin1Bytes } from '../../testing/documents/files.ts';
import { drawingUnits } from './drawing-units.ts';

const unitsOf = (content: string, target: string | null = null) =>
  drawingUnits(latin1Bytes(content), () => target);
/** Kinds of units; marked ones with a star. */
const kinds = (content: string) =>
  unitsOf(content)?.map(({ kind, isMarked }) => `${kind}${isMarked ? '*' : ''}`) ?? null;

const BOX = '0 0 9 9 re f';

test.each([
  ['until its end', `/P BMC ${BOX} EMC ${BOX}`, ['barrier*', 'path*', 'barrier', 'path']],
  [
    'whatever is set inside',
    `/P BMC 2 w 0 g ${BOX} EMC`,
    ['barrier*', 'state*', 'state*', 'path*', 'barrier'],
  ],
  [
    'until the outermost end',
    `/P BMC /Q BMC EMC ${BOX} EMC ${BOX}`,
    ['barrier*', 'barrier*', 'barrier*', 'path*', 'barrier', 'path'],
  ],
  ['not inside artifacts', `/Artifact BMC ${BOX} EMC ${BOX}`, ['barrier', 'path', 'barrier', 'path']],
  ['not behind a text that has marks', `BT /P BMC EMC ET ${BOX}`, ['barrier', 'path']],
  ['behind a text that leaves marks open', `BT /P BMC ET ${BOX}`, ['barrier*', 'path*']],
])('drawing is marked %s', (_, content, units) => {
  expect(kinds(content)).toEqual(units);
});

test.each([
  ['whose resource is known', '/X1 Do', 'known', ['draw']],
  ['whose resource is not known', '/X1 Do', null, ['barrier']],
  ['whose resource has a name that readers may read differently', '/X#201 Do', 'known', ['barrier']],
  ['with a name where none belongs', '/X1 w', 'known', ['barrier']],
  ['of a device color space', '/DeviceRGB cs', null, ['state']],
])('an operation %s (%s)', (_, content, target, expected) => {
  expect(unitsOf(content, target)?.map(({ kind }) => kind)).toEqual(expected);
});

test.each([
  ['operands are left', `${BOX} 1 2`],
  ['an operator is not known', `${BOX} foo`],
  ['a block is open', `q ${BOX}`],
  ['a block ends that did not begin', `${BOX} Q`],
  ['a string is open', `${BOX} (a`],
])('content is not divided where %s', (_, content) => {
  expect(unitsOf(content)).toBeNull();
});
