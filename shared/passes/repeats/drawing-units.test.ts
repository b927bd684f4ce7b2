import { expect, test } from 'vitest';
import { latin1Bytes } from '../../testing/documents/files.ts';
import { drawingUnits } from './drawing-units.ts';

const unitsOf = (content: string) => drawingUnits(latin1Bytes(content), () => null);
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
