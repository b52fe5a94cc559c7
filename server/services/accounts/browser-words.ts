/**
 * Browser and system in words, from the header User-Agent.
 *
 * Promises: the answer is one of a few known names each, whatever the header holds; nothing of the header itself is
 * stored. It is there for people to recognise a browser and decides nothing.
 */
const MAX_HEADER_LENGTH = 500

/** The first that fits: browsers name those that they descend from. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bHeadlessChrome\/|\bChrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

export function browserWords(userAgent: string | undefined): string {
  const header = (userAgent ?? '').slice(0, MAX_HEADER_LENGTH)
  const named = (names: readonly (readonly [RegExp, string])[]) => names.find(([form]) => form.test(header))?.[1]
  const [browser, system] = [named(BROWSERS), named(SYSTEMS)]
  if (browser === undefined && system === undefined) return 'an unknown browser'
  return `${browser ?? 'another browser'} on ${system ?? 'an unknown system'}`
}
