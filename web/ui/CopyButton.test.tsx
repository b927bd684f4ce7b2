import { screen } from '@testing-library/react';
import { useRef } from 'react';
import { expect, test, vi } from 'vitest';
import { renderPart } from '../testing/render.tsx';
import { CopyButton } from './CopyButton.tsx';

function Code() {
  const source = useRef<HTMLElement>(null);
  return (
    <>
      <code ref={source}>a secret</code>
      <CopyButton className="btn" text="a secret" label="Copy key" about="Archive" source={source} />
    </>
  );
}

test('a text is copied, and the button says so', async () => {
  const { user } = renderPart(<Code />);
  await user.click(screen.getByRole('button', { name: 'Copy key Archive' }));
  expect(await navigator.clipboard.readText()).toBe('a secret');
  expect(screen.getByRole('button', { name: 'Copied Archive' })).toBeDefined();
});

test('without a clipboard the text is selected to be copied by hand', async () => {
  const { user } = renderPart(<Code />);
  const refused = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('refused'));
  await user.click(screen.getByRole('button', { name: 'Copy key Archive' }));
  refused.mockRestore();
  expect(screen.getByRole('button', { name: /^Selected\. Press Ctrl\+C to copy\./ })).toBeDefined();
  expect(getSelection()?.toString()).toBe('a secret');
});
