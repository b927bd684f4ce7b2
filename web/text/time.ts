import { locale } from './i18n/language.ts';

const clock = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' });

/** `14:02`, as the language writes it. */
export function timeText(date: Date): string {
  return clock.format(date);
}
