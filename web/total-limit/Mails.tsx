import { Download } from 'lucide-react';
import { useState } from 'react';
import { format, plural } from '../text/format.ts';
import { listText } from '../text/i18n/lists.ts';
import { more } from '../text/i18n/more-words.ts';
import type { Sent } from './mails.ts';

const { together: text } = more;

/** If one mail cannot carry all files, distributes them over several. */
export function Mails(props: {
  readonly mails: readonly (readonly Sent[])[];
  /** Numbers of the rows of files that are in no mail. */
  readonly without: readonly number[];
  /** Number of a file's row. */
  readonly numberOf: (id: number) => number;
  /** Saves these files as one. */
  readonly onSave: (files: readonly Sent[]) => void;
}) {
  const { mails, without } = props;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <li>
      {isOpen ? (
        <ol className="mails">
          {mails.map((mail, index) => (
            <Mail
              key={mail[0].name}
              mail={mail}
              name={text.mail(index + 1)}
              numberOf={props.numberOf}
              onSave={props.onSave}
            />
          ))}
        </ol>
      ) : (
        <>
          <p>
            <b>{text.mails(mails.length)}</b>{' '}
            <span className="hint">
              {mails.map((mail) => mailText(mail, props.numberOf)).join(' · ')}.{' '}
              {without.length > 0 && `${text.without(listText(without.map(format.count)))} `}
              {text.mailsGive}
            </span>
          </p>
          <button type="button" className="btn sm main" onClick={() => setIsOpen(true)}>
            {text.mails(mails.length)}
          </button>
        </>
      )}
    </li>
  );
}

function Mail(props: {
  readonly mail: readonly Sent[];
  readonly name: string;
  readonly numberOf: (id: number) => number;
  readonly onSave: (files: readonly Sent[]) => void;
}) {
  const { mail, name } = props;
  const size = format.bytes(bytesOf(mail));
  return (
    <li>
      <b>{name}</b>
      <span className="hint mail-files">
        {mail.map((file) => (
          <span key={file.name}>
            <i className="disc num">{format.count(props.numberOf(file.id))}</i>{' '}
            <bdi>{file.name.replace(/^.*\//, '')}</bdi>
          </span>
        ))}
      </span>
      <span className="num hint">
        {plural(mail.length, 'file')}, {size}
      </span>
      <button
        type="button"
        className="btn sm icon"
        aria-label={`${more.list.row.download} ${name}, ${size}`}
        onClick={() => props.onSave(mail)}
      >
        <Download className="i" aria-hidden />
      </button>
    </li>
  );
}

/** `4 and 5: 2.2 MB` */
function mailText(mail: readonly Sent[], numberOf: (id: number) => number): string {
  return `${listText([...new Set(mail.map(({ id }) => format.count(numberOf(id))))])}: ${format.bytes(bytesOf(mail))}`;
}

function bytesOf(mail: readonly Sent[]): number {
  return mail.reduce((sum, { bytes }) => sum + bytes, 0);
}
