export interface Shortcut {
  readonly keys: readonly string[]
  /** Keys on Linux and Mac if they differ. */
  readonly onLinux?: readonly string[]
  readonly onMac?: readonly string[]
  readonly does: string
}

/** Switches Tab between typing tabs and leaving the text. On a Mac, Control M belongs to the system. */
export const LEAVES_TEXT = { keys: ['Ctrl', 'M'], onMac: ['Ctrl', 'Shift', 'M'] } as const

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
