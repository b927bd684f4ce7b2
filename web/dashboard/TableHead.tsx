/** The names of a table's columns; those of numbers stand to the right. */
export function TableHead(props: {
  readonly columns: readonly (string | { readonly number: string })[];
  /** Names the last column, which has buttons, for screen readers. */
  readonly actions?: string;
}) {
  return (
    <thead>
      <tr>
        {props.columns.map((column) =>
          typeof column === 'string' ? (
            <th scope="col" key={column}>
              {column}
            </th>
          ) : (
            <th scope="col" className="r" key={column.number}>
              {column.number}
            </th>
          ),
        )}
        {props.actions !== undefined && (
          <th>
            <span className="sr">{props.actions}</span>
          </th>
        )}
      </tr>
    </thead>
  );
}
