import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import { TriangleAlert } from 'lucide-react';
import { type RefObject, useId } from 'react';
import { format } from '../../text/format.ts';
import { listWords } from '../../text/i18n/list-words.ts';
import { FILTERS, type Filter, SORTS, type Sort } from '../rows/window/shown-jobs.ts';

const text = listWords.filters;

/** Longer lists can be searched without a key. */
const WORTH_FINDING = 10;

export interface FiltersProps {
  readonly counts: Readonly<Record<Filter, number>>;
  /** Bytes; null if files have several limits. */
  readonly limit: number | null;
  readonly filter: Filter;
  readonly sort: Sort;
  /** Whether the user moved files. */
  readonly isByHand: boolean;
  readonly onFilter: (filter: Filter) => void;
  readonly onSort: (sort: Sort) => void;
  /** Text that names must contain; null without a search. */
  readonly query: string | null;
  readonly onQuery: (query: string | null) => void;
  readonly filtersRef: RefObject<HTMLDivElement | null>;
  readonly findRef: RefObject<HTMLInputElement | null>;
}

/** Filter and sort controls. Filters without matches are not offered. */
export function Filters(props: FiltersProps) {
  const { counts, limit, filter, sort } = props;
  const id = useId();
  const offered = FILTERS.filter((name) => counts[name] > 0 && name !== 'all');
  return (
    <div className="filters">
      {offered.length > 0 && (
        <RadioGroup
          className="chips"
          ref={props.filtersRef}
          aria-label={text.label}
          value={filter}
          onValueChange={(name) => props.onFilter(name as Filter)}
        >
          {(['all', ...offered] as const).map((name) => (
            <Radio.Root key={name} value={name} className="chip">
              {name === 'over' && <TriangleAlert className="i" aria-hidden />}
              {filterText(name, limit)} <span className="count num">{format.count(counts[name])}</span>
            </Radio.Root>
          ))}
        </RadioGroup>
      )}
      {(props.query !== null || counts.all >= WORTH_FINDING) && (
        <FindField query={props.query ?? ''} onQuery={props.onQuery} inputRef={props.findRef} />
      )}
      <span className="sort">
        <label htmlFor={id}>{text.sort}</label>
        <select id={id} value={sort} onChange={(event) => props.onSort(event.target.value as Sort)}>
          {SORTS.map((name) => (
            <option key={name} value={name}>
              {name === 'added' && props.isByHand ? text.byHand : text.sorts[name]}
            </option>
          ))}
        </select>
      </span>
    </div>
  );
}

/** Empty on Escape, which also leaves the field. */
function FindField(props: {
  readonly query: string;
  readonly onQuery: (query: string | null) => void;
  readonly inputRef: RefObject<HTMLInputElement | null>;
}) {
  return (
    <input
      className="input find"
      ref={props.inputRef}
      type="search"
      autoComplete="off"
      spellCheck={false}
      aria-label={listWords.head.find}
      placeholder={listWords.head.find}
      value={props.query}
      onChange={(event) => props.onQuery(event.target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        props.onQuery(null);
        event.currentTarget.blur();
      }}
    />
  );
}

function filterText(name: Filter, limit: number | null): string {
  if (name !== 'over' || limit === null) return text.names[name];
  return text.names.overLimit(format.limit(limit));
}
