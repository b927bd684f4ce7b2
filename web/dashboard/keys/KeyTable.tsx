import { ChevronDown } from 'lucide-react';
import { words as general } from '../../text/dashboard/general.ts';
import { words } from '../../text/dashboard/keys.ts';
import { format } from '../../text/format.ts';
import type { KeyResponse, NewKeyResponse } from '../api-types.ts';
import { type RowAction, RowActions } from '../dialogs/RowActions.tsx';
import { TableHead } from '../TableHead.tsx';
import { agoText, dateText, dateTimeText, hoursText, soonText } from '../usage/dates.ts';
import { ChangeKey } from './ChangeKey.tsx';
import { KeyName } from './KeyName.tsx';
import { keyGroups } from './key-groups.ts';
import { RevokeKey } from './RevokeKey.tsx';
import { RotateKey } from './RotateKey.tsx';

const { keys: text } = general;

interface TableProps {
  readonly now: number;
  /** Email of the signed-in member. */
  readonly email: string;
  /** Whether the signed-in member may change keys. */
  readonly mayChange: boolean;
  readonly onChanged: () => void;
  readonly onMade: (made: NewKeyResponse) => void;
}

/** Valid keys. On phones each is a card with the essentials. */
export function KeyTable(props: TableProps & { readonly keys: readonly KeyResponse[] }) {
  return (
    <div className="panel">
      <table className="cards-m">
        <TableHead
          columns={[text.name, text.key, text.lastUsed, { number: text.requests }, text.expires]}
          actions={text.actions}
        />
        <tbody>
          {keyGroups(props.keys).map(({ key, old }) => (
            <KeyRow key={key.id} {...props} apiKey={key} old={old} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface RowProps extends TableProps {
  readonly apiKey: KeyResponse;
  /** Keys that it replaces and that still work. */
  readonly old: readonly KeyResponse[];
}

function KeyRow(props: RowProps) {
  const { apiKey, old, now, email } = props;
  const both = [apiKey, ...old];
  return (
    <tr data-key={apiKey.id}>
      <th scope="row" className="key-name">
        <KeyName apiKey={apiKey} mayChange={props.mayChange} onChanged={props.onChanged} />
        <span className="hint">{whatItMay(apiKey, email)}</span>
      </th>
      <td className="wide">
        {both.map((key) => (
          <span className="key-line" key={key.id}>
            <code>{key.hint}</code>
            {old.length > 0 && (
              <span className={key === apiKey ? 'badge good' : 'badge plain'}>
                {key === apiKey ? words.isNew : words.isOld}
              </span>
            )}
          </span>
        ))}
      </td>
      <td className="brief" data-label={text.lastUsed}>
        {both.map((key) => (
          <span className="key-line" key={key.id}>
            {key.lastUsedAt === null ? (
              text.unused
            ) : (
              <Time time={key.lastUsedAt} text={agoText(key.lastUsedAt, now)} />
            )}
          </span>
        ))}
      </td>
      <td className="r" data-label={text.requests}>
        {format.count(both.reduce((sum, { requests }) => sum + requests, 0))}
      </td>
      <td className="brief" data-label={text.expires}>
        <span className="key-line">
          <Expiry expiresAt={apiKey.expiresAt} now={now} />
        </span>
        {old.map(({ id, expiresAt }) =>
          expiresAt === null ? null : (
            <span className="key-line" key={id}>
              <Time time={expiresAt} text={words.oldEnds(hoursText(expiresAt, now))} />
            </span>
          ),
        )}
      </td>
      <td className="r key-end">
        {props.mayChange && <RowActions name={apiKey.name} label={text.actions} actions={actionsOf(props)} />}
      </td>
    </tr>
  );
}

/** The most frequent action first. A rotated key has no actions. */
function actionsOf({ apiKey, old, now, onChanged, onMade }: RowProps): readonly RowAction[] {
  const [latest] = old;
  const endOld: RowAction[] =
    latest === undefined
      ? []
      : [
          {
            text: words.endOld,
            dialog: (opening) => (
              <RevokeKey opening={opening} apiKey={latest} now={now} isOld onRevoked={onChanged} />
            ),
          },
        ];
  const roll: RowAction = {
    text: words.roll,
    dialog: (opening) => <RotateKey opening={opening} apiKey={apiKey} onMade={onMade} />,
  };
  const change: RowAction = {
    text: words.change,
    dialog: (opening) => <ChangeKey opening={opening} apiKey={apiKey} onChanged={onChanged} />,
  };
  const revoke: RowAction = {
    text: text.revoke,
    dialog: (opening) => <RevokeKey opening={opening} apiKey={apiKey} now={now} onRevoked={onChanged} />,
  };
  return apiKey.rolledTo === null ? [...endOld, roll, change, revoke] : [revoke, change];
}

/**
 * `Compress and inspect · 60/min · 5,000 files a day · mina@example.org`: names the creator only if it is another
 * member.
 */
function whatItMay(
  { scopes, limitPerMinute, dailyDocuments, dailyBytes, createdBy }: KeyResponse,
  email: string,
): string {
  const limits = [
    limitPerMinute === null ? [] : text.perMinute(format.count(limitPerMinute)),
    dailyDocuments === null ? [] : words.perDay(dailyDocuments),
    dailyBytes === null ? [] : words.bytesPerDay(format.bytes(dailyBytes)),
  ].flat();
  const scope = scopes.includes('compress') ? 'compress' : 'inspect';
  return [words.scopes[scope], ...limits, createdBy === email ? [] : (createdBy ?? [])].flat().join(' · ');
}

function Expiry({ expiresAt, now }: { readonly expiresAt: number | null; readonly now: number }) {
  if (expiresAt === null) return text.never;
  const soon = soonText(expiresAt, now);
  const date = <Time time={expiresAt} text={soon ?? dateText(expiresAt)} />;
  return soon === null ? date : <span className="badge warn">{date}</span>;
}

function Time({ time, text: shown }: { readonly time: number; readonly text: string }) {
  return (
    <time dateTime={new Date(time).toISOString()} title={dateTimeText(time)}>
      {shown}
    </time>
  );
}

/** Revoked and expired keys, collapsed. */
export function InactiveKeys({ keys }: { readonly keys: readonly KeyResponse[] }) {
  return (
    <details className="ended">
      <summary>
        {text.ended(format.count(keys.length))}
        <ChevronDown className="i" aria-hidden />
      </summary>
      <div className="panel">
        <table className="cards-m">
          <tbody>
            {keys.map((key) => (
              <tr className="soft" key={key.id}>
                <th scope="row" className="key-name">
                  {key.name}
                </th>
                <td className="wide">
                  <code>{key.hint}</code>
                </td>
                <td className="wide">{endText(key)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

function endText({ revokedAt, revokedBy, expiresAt }: KeyResponse): string {
  if (revokedAt !== null) return text.revoked(dateText(revokedAt), revokedBy);
  return expiresAt === null ? '' : text.expired(dateText(expiresAt));
}
