/**
 * Themes and widths in which pages with open dialogs are examined, in `npm run test:nightly`; `npm test` looks at every
 * page once, without its dialogs, in the narrow dark look (every-page.spec.ts).
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
