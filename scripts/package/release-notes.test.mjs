import { expect, test } from 'vitest';
import { releaseNotes } from './release-notes.mjs';

const CHANGES =
  '# Changes\n\n## 0.3.0, not released\n\n- c\n\n## 0.2.0, 1 December 2026\n\n- a\n- b\n\n## 0.1.0, 1 May 2026\n\n- old\n';

test("a release has its version's own section as notes", () => {
  expect(releaseNotes('v0.2.0', '0.2.0', CHANGES)).toBe('- a\n- b\n');
});

test.each([
  ['v0.2.1', '0.2.0', /tag is v0\.2\.1.*says 0\.2\.0/],
  ['v0.3.0', '0.3.0', /not released/],
  ['v0.4.0', '0.4.0', /no section/],
])('a tag %s with version %s is refused', (tag, version, reason) => {
  expect(() => releaseNotes(tag, version, CHANGES)).toThrow(reason);
});
