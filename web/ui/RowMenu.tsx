import { Menu } from '@base-ui/react/menu';
import { Ellipsis } from 'lucide-react';
import type { Ref } from 'react';

/** One thing that can be asked of what a row is of, beside the buttons of the row. */
export interface MenuEntry {
  readonly text: string;
  readonly onChoose: () => void;
}

/** What is asked less often. */
export function RowMenu(props: {
  /** What it is, and of what. */
  readonly label: string;
  readonly entries: readonly MenuEntry[];
  /** The button that opens it. */
  readonly trigger?: Ref<HTMLButtonElement>;
}) {
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger className="btn quiet sm icon" aria-label={props.label} ref={props.trigger}>
        <Ellipsis className="i" aria-hidden />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className="menu-place" align="end" sideOffset={4}>
          <Menu.Popup className="menu">
            {props.entries.map(({ text, onChoose }) => (
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
