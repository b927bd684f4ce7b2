import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { RESULT_SCHEMA, resultJsonSchema } from './result-schema.ts';

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly enum?: readonly string[];
  readonly additionalProperties?: boolean;
  readonly type?: string;
}

const schema = resultJsonSchema() as Schema;

test('the README has every field and code of a line of --json', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const part = readme.slice(readme.indexOf('With `--json` each PDF is one line'));
  const { missed, problem } = schema.properties ?? {};
  const names = [schema, missed].flatMap((each) => Object.keys(each?.properties ?? {}));
  names.push(...(problem?.properties?.code?.enum ?? []));
  expect(names.length).toBeGreaterThan(30);
  expect(names.filter((name) => !part.includes(`\`${name}\``))).toEqual([]);
});

test('the published schema is closed, and says what each field is', () => {
  expect(schema).toMatchObject({ additionalProperties: false, required: ['file', 'status'] });
  expect(schema.properties?.stayed?.properties?.reason).toEqual({ type: 'string' });
});

test('a line with a field or a code that nobody knows is none', () => {
  const line = { file: 'a.pdf', status: 'failed', problem: { code: 'cannot_read', detail: 'x' } };
  expect(RESULT_SCHEMA.safeParse(line).success).toBe(true);
  for (const wrong of [{ gained: 1 }, { status: 'refused' }, { problem: { code: 'odd', detail: 'x' } }])
    expect(RESULT_SCHEMA.safeParse({ ...line, ...wrong }).success).toBe(false);
});
