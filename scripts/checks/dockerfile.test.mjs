import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { copyOf, said, stagesOf, variablesOf, wordsOf } from './dockerfile.mjs';

test('stages, with lines that go on and comments between them', () => {
  const stages = stagesOf(
    '# a\nFROM node:24 AS build\nRUN one \\\n  two\n\nFROM scratch\n# b\nENV A=1 B=2\nCMD ["x", "y z"]\n',
  );
  expect(stages.map(({ name, base }) => [name, base])).toEqual([
    ['build', 'node:24'],
    ['', 'scratch'],
  ]);
  const [build, last] = stages;
  if (build === undefined || last === undefined) throw new Error('two stages');
  expect(said(build, 'RUN')).toEqual(['one    two']);
  expect(variablesOf(said(last, 'ENV'))).toEqual({ A: '1', B: '2' });
  expect(wordsOf(said(last, 'CMD')[0])).toEqual(['x', 'y z']);
});

test('what is copied, from where and to where; a line for a shell has no words', () => {
  expect(copyOf('--from=build --chown=1:1 /app/dist ./dist')).toEqual({
    from: 'build',
    sources: ['/app/dist'],
    target: './dist',
  });
  expect(copyOf('a b ./')).toEqual({ from: null, sources: ['a', 'b'], target: './' });
  expect(wordsOf('npm start')).toBeNull();
  expect(wordsOf(undefined)).toBeNull();
});

test('who builds the image without Docker is told to keep its health check', () => {
  const lines = ['.', 'deploy', 'docs', 'server'].flatMap(linesOfDocuments);
  // Their default format, OCI, has no HEALTHCHECK: it is dropped with a warning, and compose waits for ever.
  const builds = lines.filter((line) => /\b(buildah|podman) (build|bud)\b/.test(line));
  expect(builds.length).toBeGreaterThan(0);
  for (const line of builds) expect(line.split('#')[0]).toContain('--format docker');
});

/** @param {string} folder below the project's root */
function linesOfDocuments(folder) {
  const path = fileURLToPath(new URL(`../../${folder}/`, import.meta.url));
  const documents = readdirSync(path).filter((name) => name.endsWith('.md'));
  return documents.flatMap((name) => readFileSync(join(path, name), 'utf8').split('\n'));
}
