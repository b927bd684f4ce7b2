import { describe, expect, test } from 'vitest';
import { createPasswords, PASSWORD_COST } from './passwords.ts';

const cheap = createPasswords({ logN: 4, r: 8, p: 1 });

describe('passwords', () => {
  test('fit their own hash alone, which is another one each time', async () => {
    const [one, other] = [await cheap.hash('a short sentence'), await cheap.hash('a short sentence')];
    expect(one).not.toBe(other);
    expect(await cheap.verify('a short sentence', one)).toBe(true);
    expect(await cheap.verify('a short sentence', other)).toBe(true);
    expect(await cheap.verify('A short sentence', one)).toBe(false);
  });

  test('are the same however the keyboard composes their letters', async () => {
    const kept = await cheap.hash('caf\u00e9 au lait');
    expect(await cheap.verify('cafe\u0301 au lait', kept)).toBe(true);
  });

  test('of nobody never fit, and cost as much as one that exists', async () => {
    expect(await cheap.verify('a short sentence', undefined)).toBe(false);
    expect(await cheap.verify('', undefined)).toBe(false);
  });

  test('kept with a cost of before are still known', async () => {
    const kept = await createPasswords({ logN: 5, r: 4, p: 2 }).hash('a short sentence');
    expect(kept).toMatch(/^\$scrypt\$ln=5,r=4,p=2\$/);
    expect(await cheap.verify('a short sentence', kept)).toBe(true);
  });

  test('cost what OWASP asks for, and more than a few at once are turned away', async () => {
    expect(PASSWORD_COST).toEqual({ logN: 15, r: 8, p: 3 });
    const tries = Array.from({ length: 30 }, () => cheap.verify('x', undefined));
    const refused = (await Promise.allSettled(tries)).filter((one) => one.status === 'rejected');
    expect(refused).toHaveLength(12);
    expect(refused[0]).toMatchObject({ reason: { problem: { code: 'busy' } } });
  });

  test('that strangers try, however many at the same moment, keep nobody out whose browser is known', async () => {
    const kept = await cheap.hash('a short sentence');
    const strangers = Promise.allSettled(
      Array.from({ length: 60 }, (_, n) =>
        cheap.verify('guess', kept, { name: `address ${n}`, isKnown: false }),
      ),
    );
    const owner = cheap.verify('a short sentence', kept, { name: 'device', isKnown: true });
    expect(await owner).toBe(true);
    expect(await cheap.hash('another sentence')).toMatch(/^\$scrypt\$/);
    const refused = (await strangers).filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(42);
  });
});
