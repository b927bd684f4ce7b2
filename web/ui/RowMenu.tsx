import { Menu } from '@base-ui/react/menu';
import { Ellipsis } from 'lucide-react';
import type { Ref } from 'react';

/** An action on a row, in addition to its buttons. */
export interface MenuEntry {
  readonly text: string;
  readonly onChoose: () => void;
}

/** A menu with less frequent actions. */
export function RowMenu(props: {
  /** Name of the menu, including its row. */
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
