import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { navigate } from 'wouter/use-browser-location';
import { becomeSession } from '../dashboard/session.ts';
import { doneJob } from '../testing/jobs.ts';
import { renderPart } from '../testing/render.tsx';
import { EngineSource } from '../worker/engine.ts';
import { App } from './App.tsx';

const app = (path: string, jobs = [doneJob(1, 'a.pdf'), doneJob(2, 'b.pdf')]) =>
  renderPart(<App engine={new EngineSource(() => new Promise(() => {}))} />, { jobs, path });

const hasFocus = (name: string) =>
  waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name })));

test('an address that is none says so, and the foot leads on', async () => {
  const { user } = app('/nonsense');
  await hasFocus('Page not found');
  await user.click(screen.getByRole('link', { name: 'How files are checked' }));
  await hasFocus('How files are checked');
  await user.click(screen.getByRole('link', { name: 'Privacy' }));
  await hasFocus('Privacy');
});

test('the address of a file that is not there leads to the start', async () => {
  app('/f/7', []);
  expect(await screen.findByRole('heading', { name: 'Make PDFs smaller.' })).toBeDefined();
  await waitFor(() => expect(location.pathname).toBe('/'));
});

test('coming back from a file finds its link, and the next file is a key away', async () => {
  const { user } = app('/');
  await user.click(await screen.findByRole('link', { name: 'Compare a.pdf' }));
  await hasFocus('a.pdf');
  await user.keyboard('j');
  await hasFocus('b.pdf');
  await user.click(screen.getByRole('link', { name: 'All files' }));
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Compare b.pdf' })),
  );
  await user.click(screen.getByRole('link', { name: 'Compare a.pdf' }));
  await hasFocus('a.pdf');
  act(() => history.back());
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Compare a.pdf' })),
  );
});

test('the skip link leads into the page', async () => {
  const { user } = app('/');
  await user.click(screen.getByRole('button', { name: 'Skip to main content' }));
  expect(document.activeElement).toBe(screen.getByRole('main'));
});

test('the foot of a build without an address of its source has no link to it', () => {
  app('/');
  const foot = within(screen.getByRole('contentinfo'));
  expect(foot.getByRole('link', { name: 'Compare two PDFs' }).getAttribute('href')).toBe('/compare');
  expect(foot.queryByRole('link', { name: 'Source code' })).toBeNull();
});

test('a build with an address of its source names it', async () => {
  const link = document.createElement('link');
  link.rel = 'code-repository';
  link.href = 'https://code.example/northquay/pagelight';
  document.head.append(link);
  onTestFinished(() => link.remove());
  const { shownSource } = await import('./source-address.ts');
  expect(shownSource()).toBe(link.href);
});

test('a page of the server has one heading in the document, and the list is there once it was opened', async () => {
  becomeSession({ kind: 'known', isSetUp: false, email: null, role: null });
  onTestFinished(() => becomeSession({ kind: 'unknown' }));
  app('/setup', []);
  await screen.findByRole('heading', { name: 'Set up this server' });
  expect(document.querySelectorAll('h1')).toHaveLength(1);
  act(() => navigate('/'));
  expect(await screen.findByRole('heading', { name: 'Make PDFs smaller.' })).toBeDefined();
});
