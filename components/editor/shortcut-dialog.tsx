import { Dialog } from '../ui/dialog'
import { positionKey } from '../ui/lists'
import { keysOn, LEAVES_TEXT, platformOf, type Shortcut } from './keyboard-shortcuts'

export interface ShortcutGroup {
  readonly about: string
  readonly shortcuts: readonly Shortcut[]
}

const SHORTCUTS: readonly ShortcutGroup[] = [
  {
    about: 'Navigate',
    shortcuts: [
      { ...LEAVES_TEXT, does: 'Switch the Tab key between leaving the text and typing tabs' },
      { keys: ['Mod', 'K', 'Mod', 'K'], does: 'Go to a page, a ruleset or a place in its text' },
      { keys: ['F1'], does: 'Search all commands of the editor' },
      { keys: ['Mod', 'Shift', 'O'], does: 'Go to a claim, definition or assertion' },
      { keys: ['F12'], does: 'Go to the declaration of a name' },
      { keys: ['Shift', 'F12'], does: 'Show every use of a name' },
      { keys: ['F8'], does: 'Go to the next problem' },
      { keys: ['Mod', 'F'], does: 'Find in the text' },
    ],
  },
  {
    about: 'Write',
    shortcuts: [
      { keys: ['Ctrl', 'Space'], does: 'Suggest what can come next' },
      { keys: ['Mod', 'Shift', 'Space'], does: 'Show the operands of a function' },
      { keys: ['Mod', '.'], does: 'Show fixes for a problem' },
      { keys: ['F2'], does: 'Rename everywhere' },
      { keys: ['Mod', '/'], does: 'Turn the line into a comment or back' },
      { keys: ['Shift', 'Alt', 'F'], onLinux: ['Ctrl', 'Shift', 'I'], does: 'Format the text' },
    ],
  },
  {
    about: 'Read',
    shortcuts: [
      { keys: ['Mod', 'K', 'Mod', 'I'], does: 'Explain what is at the cursor' },
      { keys: ['Mod', 'Shift', '['], does: 'Fold' },
      { keys: ['Mod', 'Shift', ']'], does: 'Unfold' },
    ],
  },
]

/** Rendered only once it is opened, never on the server, which does not know the platform. */
export function ShortcutDialog({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Keyboard shortcuts of the editor"
      description="These shortcuts work while the cursor is in the text. Elsewhere, Ctrl K (⌘ K on a Mac) goes to a page, a ruleset or a place in its text."
    >
      <ShortcutList groups={SHORTCUTS} />
    </Dialog>
  )
}

export function ShortcutList({ groups }: { readonly groups: readonly ShortcutGroup[] }) {
  const platform = platformOf(navigator.userAgent)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls must be reached by keyboard
    <section aria-label="List of keys" tabIndex={0} className="-my-2 space-y-5 rounded-md pt-2 pb-5">
      {groups.map(({ about, shortcuts }) => (
        <section key={about} aria-label={about}>
          <h3 className="text-sm font-semibold">{about}</h3>
          <dl className="mt-1 divide-y divide-line text-sm">
            {shortcuts.map((shortcut) => (
              <div key={shortcut.does} className="flex items-baseline justify-between gap-4 py-1.5">
                <dt className="text-ink-soft">{shortcut.does}</dt>
                <dd className="flex shrink-0 gap-1">
                  {keysOn(platform, shortcut).map((key, index) => (
                    <kbd
                      key={positionKey(index)}
                      className="rounded-sm border border-line-strong/50 bg-canvas px-1.5 py-0.5 font-mono text-xs"
                    >
                      {key}
                    </kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </section>
  )
}
