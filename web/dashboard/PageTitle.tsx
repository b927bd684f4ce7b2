import { type ReactNode, useEffect, useRef } from 'react';
import { words } from '../text/dashboard/general.ts';

/** Before the first navigation the browser itself announces the page. */
let pagesSeen = 0;

/** The head of a page. Sets the tab's title, and takes focus after navigation. */
export function PageTitle(props: {
  readonly title: string;
  /** Distinguishes pages with the same title. */
  readonly tab?: string;
  readonly lead?: ReactNode;
  readonly children?: ReactNode;
}) {
  const heading = useNamedPage(props.tab ?? props.title);
  return (
    <div className="title">
      <div>
        <h1 ref={heading} tabIndex={-1}>
          {props.title}
        </h1>
        {props.lead !== undefined && <p className="soft">{props.lead}</p>}
      </div>
      {props.children}
    </div>
  );
}

/** For the heading of a page. */
export function useNamedPage(title: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = words.title(title);
    pagesSeen += 1;
    if (pagesSeen > 1) heading.current?.focus();
  }, [title]);
  return heading;
}
