import { Prose } from './Prose.tsx';

export function TextPage(props: { readonly title: string; readonly text: readonly string[] }) {
  return (
    <>
      <h1>{props.title}</h1>
      {props.text.map((paragraph) => (
        <p key={paragraph} className="docs-text">
          <Prose text={paragraph} />
        </p>
      ))}
    </>
  );
}
