/**
 * Whether a person uses the page.
 *
 * Promises: after a minute without a key, a pointer or a wheel the page counts as unattended; what it asks by itself then
 * does not keep the session from ending.
 */
const ATTENDED_FOR = 60_000

let lastUse = 0
let isListening = false

function note(): void {
  lastUse = Date.now()
}

export function isUnattended(): boolean {
  if (typeof window === 'undefined') return false
  if (!isListening) {
    isListening = true
    note()
    for (const kind of ['pointerdown', 'keydown', 'wheel', 'touchstart'])
      window.addEventListener(kind, note, { capture: true, passive: true })
  }
  return Date.now() - lastUse > ATTENDED_FOR
}
