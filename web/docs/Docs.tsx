import './docs.css';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { docsWords as words } from '../text/docs.ts';
import { format } from '../text/format.ts';
import { useScrollCurrentIntoView } from '../ui/use-scroll-current-into-view.ts';
import { AnswerSamples } from './AnswerSamples.tsx';
import { CodeSamples } from './CodeSamples.tsx';
import { type Contract, type Endpoint, endpoints, fetchContract } from './contract.ts';
import { EndpointPage } from './EndpointPage.tsx';
import { ProblemTable } from './ProblemTable.tsx';
import { Prose } from './Prose.tsx';
import { TextPage } from './TextPage.tsx';

type State = { readonly kind: 'loading' | 'failed' } | { readonly kind: 'read'; readonly contract: Contract };

/** The API docs, generated from this server's OpenAPI document. */
export default function Docs() {
  const [state, setState] = useState<State>({ kind: 'loading' });
  const read = () => {
    fetchContract().then(
      (contract) => setState({ kind: 'read', contract }),
      () => setState({ kind: 'failed' }),
    );
  };
  useEffect(read, []);

  if (state.kind === 'read') return <Pages contract={state.contract} />;
  return (
    <section className="panel planned" aria-live="polite">
      <p>{state.kind === 'loading' ? words.loading : words.failed}</p>
      {state.kind === 'failed' && (
        <button type="button" className="btn main" onClick={read}>
          {words.again}
        </button>
      )}
    </section>
  );
}

function Pages({ contract }: { readonly contract: Contract }) {
  const [path] = useLocation();
  const page = path.replace(/^\/docs\/?/, '');
  const all = endpoints(contract);
  const endpoint = all.find(({ operation }) => operation.operationId === page);
  const compress = all.find(({ operation }) => operation.operationId === 'compress');
  return (
    <div className="docs">
      <SideNav page={page} all={all} />
      <article className="docs-page">
        {endpoint === undefined ? (
          <GeneralPage page={page} contract={contract} />
        ) : (
          <EndpointPage key={page} contract={contract} endpoint={endpoint} />
        )}
      </article>
      <Beside page={page} endpoint={endpoint} compress={compress} />
    </div>
  );
}

/** Pages that no single call shows better than their words. */
const WITHOUT_CALL: ReadonlySet<string> = new Set(['limits', 'retries', 'jobs', 'agents']);

/** The side column: the page's call and its response. */
function Beside(props: {
  readonly page: string;
  readonly endpoint: Endpoint | undefined;
  readonly compress: Endpoint | undefined;
}) {
  const { page, endpoint, compress } = props;
  if (WITHOUT_CALL.has(page)) return null;
  const isAboutErrors = page === 'errors';
  const call = endpoint ?? (isAboutErrors ? undefined : compress);
  const problem = isAboutErrors ? ['problem'] : [];
  const answers = endpoint === undefined ? problem : [endpoint.operation.operationId, 'problem'];
  return (
    <div className="docs-code">
      {call !== undefined && <CodeSamples key={call.path} endpoint={call} />}
      {answers.length > 0 && <AnswerSamples names={answers} />}
    </div>
  );
}

function SideNav({ page, all }: { readonly page: string; readonly all: readonly Endpoint[] }) {
  const { nav } = words;
  const links = useRef<HTMLElement>(null);
  useScrollCurrentIntoView(links, page);
  const link = (name: string, text: string) => (
    <Link
      key={name}
      href={name === '' ? '/docs' : `/docs/${name}`}
      aria-current={name === page ? 'page' : undefined}
    >
      {text}
    </Link>
  );
  return (
    <nav ref={links} className="docs-nav" aria-label={nav.label}>
      <span>{nav.start}</span>
      {link('', nav.overview)}
      {link('keys', nav.keys)}
      <span>{nav.endpoints}</span>
      {all.map(({ operation: { operationId, summary } }) =>
        link(operationId, words.endpointNames[operationId] ?? summary),
      )}
      <span>{nav.more}</span>
      {link('errors', nav.errors)}
      {link('limits', nav.limits)}
      {link('retries', nav.retries)}
      {link('jobs', nav.jobs)}
      {link('agents', nav.agents)}
      <a href="/api/openapi.json">{nav.file}</a>
      <a href="/llms.txt">{nav.text}</a>
    </nav>
  );
}

/** A page about no single endpoint; an unknown one shows the overview. */
function GeneralPage({ page, contract }: { readonly page: string; readonly contract: Contract }) {
  const found = contract['x-pages'].find(({ name }) => name === page);
  if (found !== undefined) {
    return (
      <>
        <TextPage title={found.title} text={found.text} />
        {page === 'errors' && <ProblemTable problems={contract['x-problems']} />}
        {page === 'limits' && <LimitTable limits={contract['x-limits']} />}
      </>
    );
  }
  return (
    <>
      <h1>{words.overview.title}</h1>
      <p className="docs-text">
        <Prose text={contract.info.description} />
      </p>
      <h2>{words.overview.address}</h2>
      <p className="docs-address">
        <code>{location.origin}</code>
      </p>
      <p className="docs-text">{words.overview.addressText}</p>
    </>
  );
}

function LimitTable({ limits }: { readonly limits: Contract['x-limits'] }) {
  return (
    <dl className="docs-fields">
      {limits.map(({ name, value, text }) => (
        <div key={name} className="docs-field">
          <dt>{format.count(value)}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
