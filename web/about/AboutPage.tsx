import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { aboutWords } from '../text/about.ts';
import { words } from '../text/words.ts';

/** Explains how files are treated, or shows that the page does not exist. */
export default function AboutPage({ page }: { readonly page: 'checks' | 'privacy' | 'app' | 'unknown' }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { title } = aboutWords[page];
  useEffect(() => {
    scrollTo(0, 0);
    document.title = `${title} · ${words.brand}`;
    heading.current?.focus();
  }, [title]);
  return (
    <article className="panel about">
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {page === 'unknown' ? (
        <>
          <p>{aboutWords.unknown.text}</p>
          <Link className="btn main" href="/">
            {aboutWords.unknown.link}
          </Link>
        </>
      ) : (
        <>
          <p className="about-lead">{aboutWords[page].lead}</p>
          {aboutWords[page].parts.map((part) => (
            <section key={part.title}>
              <h2>{part.title}</h2>
              <p>{part.text}</p>
            </section>
          ))}
        </>
      )}
    </article>
  );
}
