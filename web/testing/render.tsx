import { CSPProvider } from '@base-ui/react/csp-provider';
import { type RenderResult, render, within } from '@testing-library/react';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { onTestFinished } from 'vitest';
import type { Job } from '../jobs/job.ts';
import { JobStore } from '../jobs/job-store.ts';
import { JobStoreContext } from '../jobs/use-jobs.ts';
import { Persistence } from '../persistence/persistence.ts';
import { KeepingContext } from '../persistence/use-persistence.ts';
import { createProofs } from '../visual-diff/create-proofs.ts';
import { type Proofs, ProofsContext } from '../visual-diff/use-proofs.ts';
import { IdleWorkers } from '../worker/idle-workers.ts';

export interface Rendered extends RenderResult {
  readonly user: UserEvent;
  readonly store: JobStore;
  readonly proofs: Proofs;
}

/** Renders a part of the tab with jobs given as data, in the page's own store; no worker ever starts. */
export function renderPart(
  part: ReactElement,
  { jobs = [], path = '/' }: { readonly jobs?: readonly Job[]; readonly path?: string } = {},
): Rendered {
  history.replaceState(null, '', path);
  const store = new JobStore();
  store.tell({ type: 'jobs-restored', jobs });
  const workers = new IdleWorkers(() => new Promise(() => {}));
  const proofs = createProofs(store, workers, async () => undefined);
  const keeping = new Persistence(store);
  const user = userEvent.setup();
  const rendered = render(part, {
    wrapper: ({ children }) => (
      <CSPProvider disableStyleElements>
        <KeepingContext value={keeping}>
          <JobStoreContext value={store}>
            <ProofsContext value={proofs}>{children}</ProofsContext>
          </JobStoreContext>
        </KeepingContext>
      </CSPProvider>
    ),
  });
  return { ...rendered, user, store, proofs };
}

/** All text of an element, with one space for any white space between words. */
export function textOf(element: Element): string {
  return (element.textContent ?? '').replace(/[ \n]+/g, ' ').trim();
}

/** Names of the buttons in an element, in their order. */
export function buttonsIn(element: HTMLElement): readonly string[] {
  const buttons = within(element).queryAllByRole('button');
  return buttons.map((button) => button.getAttribute('aria-label') ?? textOf(button));
}

/** For this test, a system that shares files; returns what it was given. */
export function systemThatShares(answer: () => void = () => {}): readonly (readonly File[])[] {
  const shared: (readonly File[])[] = [];
  Object.assign(navigator, {
    canShare: () => true,
    share: async ({ files = [] }: ShareData) => {
      answer();
      shared.push(files);
    },
  });
  onTestFinished(() => {
    for (const name of ['canShare', 'share']) Reflect.deleteProperty(navigator, name);
  });
  return shared;
}
