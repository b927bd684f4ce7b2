import { expect, test } from 'vitest';
import { createByteBudget } from './byte-budget.ts';

/** Grows by 1 as long as there is room. */
function fill(reservations: readonly { grow(bytes: number): boolean }[]): number {
  let taken = 0;
  for (const reservation of reservations) {
    while (reservation.grow(1)) taken += 1;
  }
  return taken;
}

test('a client alone may hold half in several documents, two a third each, and one more always finds room', () => {
  const budget = createByteBudget(1200);
  const of = (client: string) => [budget.reserve(client), budget.reserve(client)];
  const a = of('a');
  expect(fill(a)).toBe(600);
  const b = of('b');
  expect(fill(b)).toBe(300);
  expect(fill(of('c'))).toBe(150);

  for (const reservation of a) reservation.release();
  for (const reservation of a) reservation.release();
  expect(budget.held).toBe(450);
  expect(fill(b)).toBe(225);
});

test('a single document may take all that is free', () => {
  const budget = createByteBudget(1000);
  const first = budget.reserve('a');
  expect([first.hasRoom(1000), first.grow(1000), first.grow(1)]).toEqual([true, true, false]);
  expect(budget.reserve('b').hasRoom(1)).toBe(false);
  first.release();
  expect(budget.held).toBe(0);
});

test('what a second document asks for counts before it is there', () => {
  const budget = createByteBudget(1200);
  const [first, second] = [budget.reserve('a'), budget.reserve('a')];
  expect([first.grow(100), second.hasRoom(600), second.hasRoom(500)]).toEqual([true, false, true]);
});

test('those who do not say who they are share one room', () => {
  const budget = createByteBudget(100);
  expect(fill([budget.reserve(), budget.reserve()])).toBe(100);
});
