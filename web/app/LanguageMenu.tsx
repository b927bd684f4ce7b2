import { Globe } from 'lucide-react';
import { useId } from 'react';
import { useJobStore } from '../jobs/use-jobs.ts';
import { usePersistence } from '../persistence/use-persistence.ts';
import {
  keepLanguage,
  LANGUAGE_CODES,
  LANGUAGE_NAMES,
  type LanguageCode,
  language,
} from '../text/i18n/language.ts';
import { words } from '../text/words.ts';

/** Selects a language. Reloads the page, which keeps its state. */
export function LanguageMenu() {
  const id = useId();
  const store = useJobStore();
  const [, keeping] = usePersistence();
  const choose = async (code: LanguageCode) => {
    keepLanguage(code);
    if (store.state().jobs.length > 0) await keeping.continueNextTime();
    const address = new URL(location.href);
    address.searchParams.delete('lang');
    // A change of the fragment alone would not reload.
    history.replaceState(history.state, '', address);
    location.reload();
  };
  return (
    <span className="language">
      <Globe className="i" aria-hidden />
      <label className="sr" htmlFor={id}>
        {words.code.language}
      </label>
      <select id={id} value={language} onChange={(event) => choose(event.target.value as LanguageCode)}>
        {LANGUAGE_CODES.map((code) => (
          <option key={code} value={code} lang={code}>
            {LANGUAGE_NAMES[code]}
          </option>
        ))}
      </select>
    </span>
  );
}
