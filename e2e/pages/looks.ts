/**
 * Themes and widths for pages with open dialogs in `npm run test:nightly`. In `npm test`, every-page.spec.ts looks at
 * each page once, narrow and dark, without dialogs.
 */
export const NIGHTLY = '@nightly'

interface Look {
  readonly theme: 'light' | 'dark'
  /** Pixels. */
  readonly width: number
}

export const LOOKS: readonly Look[] = [
  { theme: 'dark', width: 390 },
  { theme: 'dark', width: 1280 },
  { theme: 'light', width: 390 },
  { theme: 'light', width: 1280 },
]
