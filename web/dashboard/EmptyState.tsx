import type { ReactNode } from 'react';

/** Shown for an empty list: its purpose, and how to begin. */
export function EmptyState(props: {
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}) {
  return (
    <section className="panel empty">
      <svg className="empty-picture" viewBox="0 0 96 64" aria-hidden="true">
        <circle className="empty-lamp" cx="58" cy="34" r="26" />
        <circle cx="26" cy="32" r="12" />
        <circle className="empty-hole" cx="26" cy="32" r="3.5" />
        <path d="M38 32h42v9M70 32v7" />
      </svg>
      <h2>{props.title}</h2>
      <p className="soft">{props.text}</p>
      {props.children}
    </section>
  );
}
