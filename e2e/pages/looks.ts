/**
 * Themes and widths in which pages with open dialogs are examined.
 *
 * `npm test` takes one of the four, the narrow dark one, where most is cut off and contrast is hardest. The other three
 * have the tag of the long series and run in `npm run test:nightly`; so do all four of a page that the walk of
 * every-page.spec.ts visits without a dialog.
 */
export const NIGHTLY = '@nightly'

interface Look {
  readonly theme: 'light' | 'dark'
  /** Pixels. */
  readonly width: number
  readonly tag: string[]
}

export const LOOKS: readonly Look[] = [
  { theme: 'dark', width: 390, tag: [] },
  { theme: 'dark', width: 1280, tag: [NIGHTLY] },
  { theme: 'light', width: 390, tag: [NIGHTLY] },
  { theme: 'light', width: 1280, tag: [NIGHTLY] },
]
