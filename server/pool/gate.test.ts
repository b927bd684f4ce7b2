import { expect, test } from 'vitest';
import { createGate, type Gate } from './gate.ts';

const never = new AbortController().signal;

/** Lets one client in after the other, and tells the order in which they came in or were turned away. */
function visitors(gate: Gate) {
  const order: string[] = [];
  const leaving: (() => void)[] = [];
  return {
    order,
    async come(...names: readonly string[]) {
      for (const name of names) {
        void gate.enter(never, name[0]).then((leave) => {
          order.push(leave === undefined ? `${name} turned away` : name);
          if (leave !== undefined) leaving.push(leave);
        });
        await settled();
      }
    },
    async leave() {
      leaving.shift()?.();
      await settled();
    },
  };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('clients take turns, however many of each wait', async () => {
  const { come, leave, order } = visitors(createGate(1, 10));
  await come('a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2');
  for (let n = 0; n < 7; n += 1) await leave();
  expect(order).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
});

test('one client alone may take all places, and gives way as others come until all have the same', async () => {
  const gate = createGate(1, 4);
  const { come, order } = visitors(gate);
  await come('a1', 'a2', 'a3', 'a4', 'a5', 'a6');
  expect(order).toEqual(['a1', 'a6 turned away']);
  expect([gate.isFull('a'), gate.isFull('b')]).toEqual([true, false]);

  await come('b1', 'b2', 'b3');
  expect(order.slice(2)).toEqual(['a5 turned away', 'a4 turned away', 'b3 turned away']);
  expect(gate.load()).toEqual({ inside: 1, waiting: 4 });
});

test('who hangs up while waiting makes room, and a place is left once', async () => {
  const gate = createGate(1, 1);
  const leave = (await gate.enter(never, 'a'))!;
  const hangUp = new AbortController();
  const waiting = gate.enter(hangUp.signal, 'a');
  expect(gate.isFull('b')).toBe(true);
  hangUp.abort(new Error('gone'));
  await expect(waiting).rejects.toThrow('gone');
  expect(gate.load()).toEqual({ inside: 1, waiting: 0 });
  leave();
  leave();
  expect(gate.load()).toEqual({ inside: 0, waiting: 0 });
});
