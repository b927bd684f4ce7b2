import { Menu } from '@base-ui/react/menu';
import { Ellipsis } from 'lucide-react';
import { listWords } from '../../text/list-words.ts';

/** One thing that can be asked of a file beside the buttons of its row. */
export interface MenuEntry {
  readonly text: string;
  readonly onChoose: () => void;
}

/** What is asked less often of a file. */
export function RowMenu({
  name,
  entries,
}: {
  readonly name: string;
  readonly entries: readonly MenuEntry[];
}) {
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger className="btn quiet sm icon" aria-label={`${listWords.row.more} ${name}`}>
        <Ellipsis className="i" aria-hidden />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className="menu-place" align="end" sideOffset={4}>
          <Menu.Popup className="menu">
            {entries.map(({ text, onChoose }) => (
              <Menu.Item key={text} className="menu-item" onClick={onChoose}>
                {text}
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
