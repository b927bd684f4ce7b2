import { Check, Download } from 'lucide-react';
import { useState } from 'react';
import { format } from '../text/format.ts';
import { more } from '../text/i18n/more-words.ts';
import { timeText } from '../text/time.ts';
import { ProgressBar } from '../ui/ProgressBar.tsx';
import { bytesOf, type Sent } from './mails.ts';

const { outcome: text } = more;

/** A card per mail: its files, how full it is, and its download. */
export function MailCards(props: {
  readonly mails: readonly (readonly Sent[])[];
  readonly limit: number;
  readonly onSave: (files: readonly Sent[]) => void;
}) {
  // By contents: a list that changes makes other mails.
  const [saved, setSaved] = useState<ReadonlyMap<string, string>>(new Map());
  return (
    <ol className="mail-cards">
      {props.mails.map((mail, index) => {
        const name = more.together.mail(index + 1);
        const key = mail.map((file) => `${file.name}:${file.bytes}`).join('|');
        const at = saved.get(key);
        const bytes = bytesOf(mail);
        const save = () => {
          props.onSave(mail);
          setSaved(new Map(saved).set(key, timeText(new Date())));
        };
        return (
          <li key={key} className="panel pad">
            <h2>
              {name}
              <span className="num">
                {format.bytes(bytes)} <small>{text.usedOf(format.limit(props.limit))}</small>
              </span>
            </h2>
            <ProgressBar label={name} fraction={bytes / props.limit} size="thin" />
            <ul>
              {mail.map((file) => (
                <li key={file.name} className="mail-file">
                  <bdi>{file.name.replace(/^.*\//, '')}</bdi>
                  <span className="num hint">{format.bytes(file.bytes)}</span>
                </li>
              ))}
            </ul>
            {at === undefined ? (
              <button type="button" className="btn" onClick={save}>
                <Download className="i" aria-hidden />
                {text.downloadMail(index + 1)}
              </button>
            ) : (
              <p className="mail-saved" role="status">
                <Check className="i" aria-hidden />
                {text.savedAt(at)}{' '}
                <button type="button" className="link" onClick={save}>
                  {text.again}
                  <span className="sr"> {name}</span>
                </button>
              </p>
            )}
          </li>
        );
      })}
    </ol>
  );
}
