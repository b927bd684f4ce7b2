import type { ProblemKind } from './contract.ts';

export function ProblemTable({ problems }: { readonly problems: readonly ProblemKind[] }) {
  return (
    <dl className="docs-fields">
      {problems.map(({ code, status, title }) => (
        <div key={code} className="docs-field">
          <dt>
            <code>
              {status} {code}
            </code>
          </dt>
          <dd>{title}.</dd>
        </div>
      ))}
    </dl>
  );
}
