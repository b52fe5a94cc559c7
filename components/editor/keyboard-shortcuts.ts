interface Shortcut {
  readonly keys: readonly string[]
  /** Keys on Linux and Mac if they differ. */
  readonly onLinux?: readonly string[]
  readonly onMac?: readonly string[]
  readonly does: string
}

/** Switches Tab between typing tabs and leaving the text. On a Mac, Control M belongs to the system. */
export const LEAVES_TEXT = { keys: ['Ctrl', 'M'], onMac: ['Ctrl', 'Shift', 'M'] } as const

export const SHORTCUTS: readonly { readonly about: string; readonly shortcuts: readonly Shortcut[] }[] = [
  {
    about: 'Navigate',
    shortcuts: [
      { ...LEAVES_TEXT, does: 'Switch the Tab key between leaving the text and typing tabs' },
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

export type Platform = 'mac' | 'linux' | 'other'

/** Follows the editor's own rule. */
export function platformOf(userAgent: string): Platform {
  if (/Mac|iPhone|iPad/.test(userAgent)) return 'mac'
  return /Linux|X11/.test(userAgent) ? 'linux' : 'other'
}

export function keysOn(platform: Platform, shortcut: Pick<Shortcut, 'keys' | 'onLinux' | 'onMac'>): readonly string[] {
  const { keys, onLinux = keys, onMac = keys } = shortcut
  const named = platform === 'mac' ? onMac : platform === 'linux' ? onLinux : keys
  return named.map((key) => (key === 'Mod' ? (platform === 'mac' ? '⌘' : 'Ctrl') : key))
}
