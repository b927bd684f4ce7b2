import { canSaveToFolder } from '../../save/folder.ts';
import type { SaveAll } from '../../save/use-saving.ts';
import { format } from '../../text/format.ts';
import { listWords } from '../../text/i18n/list-words.ts';
import { more } from '../../text/i18n/more-words.ts';
import { overText } from '../../text/outcome/fit.ts';
import { words } from '../../text/words.ts';
import type { MenuEntry } from '../../ui/RowMenu.tsx';
import { ADD_INPUT } from '../ListFooter.tsx';

const { work } = words;

/** Everything that is otherwise below the list, for lists that are longer than the window. */
export function listMenu(list: {
  readonly save: SaveAll;
  /** All results, those over their limit too; null if the head saves all. */
  readonly others: {
    readonly files: number;
    readonly bytes: number;
    readonly over: number;
    readonly onSave: () => void;
  } | null;
  /** Number of results that were not compared. */
  readonly uncompared: number;
  readonly isWorking: boolean;
  readonly hasCode: boolean;
  readonly onCompareAll: () => void;
  /** Null on devices without a keyboard. */
  readonly onKeys: (() => void) | null;
  /** Null if there is no earlier run to restore. */
  readonly onGoBack: (() => void) | null;
  readonly onStartOver: () => void;
}): readonly MenuEntry[] {
  const { save, isWorking, onKeys, onGoBack } = list;
  const isIdle = !isWorking;
  const { others } = list;
  const entries: readonly (MenuEntry | false)[] = [
    isIdle &&
      others !== null && {
        text: `${more.outcome.allFiles(others.files)} ${format.bytes(others.bytes)} · ${overText(others.over)}`,
        onChoose: others.onSave,
      },
    isIdle && canSaveToFolder() && { text: listWords.save.folder, onChoose: () => void save.toFolder() },
    { text: work.addPdfs, onChoose: () => document.getElementById(ADD_INPUT)?.click() },
    isIdle &&
      list.uncompared > 0 && {
        text: `${work.notCompared(format.count(list.uncompared))}: ${work.compareThem}`,
        onChoose: list.onCompareAll,
      },
    { text: words.settings.title, onChoose: () => show('.compress .settings') },
    isIdle && list.hasCode && { text: listWords.code.title, onChoose: () => show('.for-keyboards') },
    onKeys !== null && { text: listWords.keys.title, onChoose: onKeys },
    isIdle && onGoBack !== null && { text: listWords.save.back, onChoose: onGoBack },
    isIdle && { text: work.startOver, onChoose: list.onStartOver },
  ];
  return entries.filter((entry) => entry !== false);
}

/** Scrolls to a panel, expands it if it is collapsed, and focuses its first control. */
function show(selector: string): void {
  const panel = document.querySelector(selector);
  const collapsed = panel?.querySelector<HTMLElement>('.fold-trigger[aria-expanded="false"]');
  if (panel?.classList.contains('fold')) collapsed?.click();
  panel?.scrollIntoView({ block: 'nearest' });
  panel?.querySelector<HTMLElement>('button, [tabindex="0"]')?.focus();
}
