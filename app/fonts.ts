/**
 * The two typefaces, from their packages: served from this origin and fetched with the page itself.
 *
 * `optional` means that a font which loads late is used from the next page on: text never moves under a reader's eyes.
 */
import localFont from 'next/font/local'

export const inter = localFont({
  src: '../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
  weight: '100 900',
  display: 'optional',
  variable: '--font-inter',
})

export const jetbrainsMono = localFont({
  src: '../node_modules/@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2',
  weight: '100 800',
  display: 'optional',
  variable: '--font-jetbrains-mono',
})
