import { docsWords } from '../text/docs.ts';
import type { Field, Schema } from './contract.ts';
import { Prose } from './Prose.tsx';

/** Fields with their values and meaning. */
export function FieldList({ title, fields }: { readonly title: string; readonly fields: readonly Field[] }) {
  if (fields.length === 0) return null;
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <dl className="docs-fields">
        {fields.map(({ name, schema, required }) => (
          <div key={name} className="docs-field">
            <dt>
              <code>{name}</code>
              <span className="hint">{takes(schema, required)}</span>
            </dt>
            <dd>
              <Prose text={schema.description ?? ''} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Such as `1 to 100, default 75`. */
function takes(schema: Schema, required: boolean): string {
  const numbers = new Intl.NumberFormat('en');
  const { minimum, maximum } = schema;
  const kind =
    minimum !== undefined && maximum !== undefined
      ? docsWords.range(numbers.format(minimum), numbers.format(maximum))
      : schema.format === 'binary'
        ? docsWords.kinds.binary
        : schema.type === 'boolean'
          ? docsWords.kinds.boolean
          : docsWords.kinds.text;
  const more = required
    ? docsWords.required
    : schema.default === undefined
      ? undefined
      : docsWords.byDefault(
          typeof schema.default === 'number' ? numbers.format(schema.default) : String(schema.default),
        );
  return more === undefined ? kind : `${kind}, ${more}`;
}
