import { expect, test } from 'vitest';
import { createFairQueue, type FairQueue, type Permit } from './fair-queue.ts';

const never = new AbortController().signal;

/** Admits one client after the other, and records the order of admissions and refusals. */
function visitors(gate: FairQueue) {
  const order: string[] = [];
  const leaving: Permit[] = [];
  return {
    order,
    async come(...names: readonly string[]) {
      for (const name of names) {
        void gate.acquire(never, name[0]).then((place) => {
          order.push(place === undefined ? `${name} turned away` : name);
          if (place !== undefined) leaving.push(place);
        });
        await settled();
      }
    },
    async leave() {
      leaving.shift()?.release();
      await settled();
    },
  };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('clients take turns, however many of each wait', async () => {
  const { come, leave, order } = visitors(createFairQueue({ slots: 1, maxQueued: 10 }));
  await come('a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2');
  for (let n = 0; n < 7; n += 1) await leave();
  expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
});

test('a client that comes waits for the job that runs, and for no other of the one that fills the queue', async () => {
  const { come, leave, order } = visitors(createFairQueue({ slots: 1, maxQueued: 10 }));
  await come('a1', 'a2', 'a3', 'a4', 'a5');
  await leave();
  await come('b1');
  await leave();
  await come('c1');
  await leave();
  // Clients that always come anew hold no other up for good.
  await come('d1');
  for (let n = 0; n < 5; n += 1) await leave();
  expect(order).toEqual(['a1', 'a2', 'b1', 'a3', 'c1', 'd1', 'a4', 'a5']);
});

test('one client alone may take all places, and gives way as others come until all have the same', async () => {
  const gate = createFairQueue({ slots: 1, maxQueued: 4 });
  const { come, order } = visitors(gate);
  await come('a1', 'a2', 'a3', 'a4', 'a5', 'a6');
  expect(order).toEqual(['a1', 'a6 turned away']);
  expect([gate.isFull('a'), gate.isFull('b')]).toEqual([true, false]);

  await come('b1', 'b2', 'b3');
  expect(order.slice(2)).toEqual(['a5 turned away', 'a4 turned away', 'b3 turned away']);
  expect(gate.load()).toMatchObject({ running: 1, waiting: 4 });
});

test('one client that holds all places keeps no other waiting: a guest comes in beside them', async () => {
  const gate = createFairQueue({ slots: 2, guestSlots: 1, maxQueued: 10 });
  const { come, leave, order } = visitors(gate);
  await come('a1', 'a2', 'a3', 'b1', 'b2', 'c1');
  // One guest at a time, and never a client with a running job.
  expect(order).toEqual(['a1', 'a2', 'b1']);
  expect([gate.isFull('d'), gate.load().running]).toEqual([false, 3]);
  // a1 leaves: a3 takes its place, and a still holds all.
  await leave();
  expect(order).toEqual(['a1', 'a2', 'b1', 'a3']);
  // a2 leaves: the place goes to the next in turn, so that a holds one of two.
  await leave();
  expect(order.slice(4)).toEqual(['c1']);
  // The guest leaves: other clients have a slot by now, so no new guest is admitted.
  await leave();
  expect(order.slice(5)).toEqual([]);
  // a3 leaves: b2 takes its place.
  await leave();
  expect(order.slice(5)).toEqual(['b2']);
  // c1 leaves, b alone is in: its own third one waits for no guest's place.
  await come('b3', 'b4');
  await leave();
  expect(order.slice(6)).toEqual(['b3']);
  await come('a4');
  expect(order.slice(7)).toEqual(['a4']);
});

test('who hangs up while waiting makes room, and a place is left once', async () => {
  const gate = createFairQueue({ slots: 1, maxQueued: 1 });
  const place = (await gate.acquire(never, 'a'))!;
  const hangUp = new AbortController();
  const waiting = gate.acquire(hangUp.signal, 'a');
  expect(gate.isFull('b')).toBe(true);
  hangUp.abort(new Error('gone'));
  await expect(waiting).rejects.toThrow('gone');
  expect(gate.load()).toMatchObject({ running: 1, waiting: 0 });
  place.release();
  place.release();
  expect(gate.load()).toMatchObject({ running: 0, waiting: 0 });
});

test('small ones have a lane that no large one takes, and leave the places for all to those', async () => {
  const gate = createFairQueue({ slots: 1, smallJobSlots: 1, maxQueued: 3 });
  const small = (await gate.acquire(never, 'a', 'small'))!;
  const large = (await gate.acquire(never, 'a', 'large'))!;
  expect([small.lane, large.lane]).toEqual(['small', 'all']);

  const lanes: string[] = [];
  const wait = (name: string, size: 'small' | 'large') =>
    gate.acquire(never, name, size).then((place) => {
      lanes.push(`${name} ${size} in ${place?.lane}`);
      return place!;
    });
  const waiting = [wait('b', 'large'), wait('c', 'large'), wait('c', 'small')];
  small.release();
  expect(lanes).toEqual([]);
  const quick = await waiting[2];
  large.release();
  await waiting[0];
  quick?.release();
  await settled();
  expect(lanes).toEqual(['c small in small', 'b large in all']);
  expect([gate.isFull('d', 'small'), gate.load()]).toMatchObject([false, { running: 1, waiting: 1 }]);
});
