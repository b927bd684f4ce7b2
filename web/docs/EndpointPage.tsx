import { docsWords } from '../text/docs.ts';
import { type Contract, type Endpoint, formFields, headerFields } from './contract.ts';
import { FieldList } from './FieldList.tsx';
import { ProblemTable } from './ProblemTable.tsx';
import { Prose } from './Prose.tsx';
import { TryIt } from './TryIt.tsx';

/** One endpoint: parameters and errors. The call and its response are in the side column. */
export function EndpointPage(props: { readonly contract: Contract; readonly endpoint: Endpoint }) {
  const { method, path, operation } = props.endpoint;
  const answerHeaders = Object.entries(operation.responses['200']?.headers ?? {}).map(([name, header]) => ({
    name,
    description: header.description ?? '',
  }));
  const statuses = new Set(Object.keys(operation.responses).map(Number));
  const problems = props.contract['x-problems'].filter(({ status }) => statuses.has(status));
  return (
    <>
      <h1>{operation.summary}</h1>
      <p className="docs-address">
        <span className="docs-verb">{method}</span>
        <code>{path}</code>
      </p>
      <p className="docs-text">
        <Prose text={operation.description} />
      </p>
      <FieldList title={docsWords.parameters} fields={formFields(operation)} />
      <FieldList title={docsWords.headers} fields={headerFields(operation)} />
      {answerHeaders.length > 0 && (
        <section aria-label={docsWords.answerHeaders}>
          <h2>{docsWords.answerHeaders}</h2>
          <dl className="docs-fields">
            {answerHeaders.map(({ name, description }) => (
              <div key={name} className="docs-field">
                <dt>
                  <code>{name}</code>
                </dt>
                <dd>
                  <Prose text={description} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      <TryIt endpoint={props.endpoint} />
      <h2>{docsWords.errors}</h2>
      <p className="hint">
        <Prose text={docsWords.errorsNote} />
      </p>
      <ProblemTable problems={problems} />
    </>
  );
}
