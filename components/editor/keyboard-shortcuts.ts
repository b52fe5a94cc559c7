/** What the keys of the editor do, in the order of use. `Mod` is Ctrl, and ⌘ on a Mac. */
export interface Shortcut {
  readonly keys: readonly string[]
  /** Where Linux has others. */
  readonly onLinux?: readonly string[]
  readonly does: string
}

export const SHORTCUTS: readonly { readonly about: string; readonly shortcuts: readonly Shortcut[] }[] = [
  {
    about: 'Find your way',
    shortcuts: [
      { keys: ['Ctrl', 'M'], does: 'Let Tab leave the text, and type tabs again' },
      { keys: ['F1'], does: 'Every command of the editor, by name' },
      { keys: ['Mod', 'Shift', 'O'], does: 'Outline: go to a claim, definition or assertion' },
      { keys: ['F12'], does: 'Go to the declaration of a name' },
      { keys: ['Shift', 'F12'], does: 'Show every place of a name' },
      { keys: ['F8'], does: 'Go to the next problem' },
      { keys: ['Mod', 'F'], does: 'Find in the text' },
    ],
  },
  {
    about: 'Write',
    shortcuts: [
      { keys: ['Ctrl', 'Space'], does: 'Offer what may stand here' },
      { keys: ['Mod', 'Shift', 'Space'], does: 'Show the operands of a function' },
      { keys: ['Mod', '.'], does: 'Offer the mend of a problem' },
      { keys: ['F2'], does: 'Rename everywhere' },
      { keys: ['Mod', '/'], does: 'Make the line a comment, or text again' },
      { keys: ['Shift', 'Alt', 'F'], onLinux: ['Ctrl', 'Shift', 'I'], does: 'Lay the text out anew' },
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
