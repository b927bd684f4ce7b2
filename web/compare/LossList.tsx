import type { CategoryResult, Loss } from '../../shared/index.ts';
import { compareWords, kindLabel, lossText } from '../text/comparison/verification.ts';
import { format } from '../text/format.ts';

/** Maximum losses of one kind shown; the report has all. */
const MAX_SHOWN = 20;

/** Lists every loss by name. */
export function LossList({ kinds }: { readonly kinds: readonly CategoryResult[] }) {
  return (
    <details className="losses">
      <summary>
        <span className="link">{compareWords.listThem}</span>
      </summary>
      {kinds.map(({ kind, losses }) => (
        <section key={kind}>
          <h4>{kindLabel(kind)}</h4>
          <ul>
            {losses.slice(0, MAX_SHOWN).map((loss, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and two losses may read the same
              <li key={index}>
                <LossLine loss={loss} />
              </li>
            ))}
          </ul>
          {losses.length > MAX_SHOWN && (
            <p className="hint">{compareWords.andMore(losses.length - MAX_SHOWN)}</p>
          )}
        </section>
      ))}
    </details>
  );
}

function LossLine({ loss }: { readonly loss: Loss }) {
  return (
    <>
      {loss.page !== null && <span className="num soft">{format.count(loss.page)}: </span>}
      <bdi>{lossText(loss)}</bdi>
    </>
  );
}
