/** Milliseconds until the check page must show its form. */
const MAX_WAIT_MS = 10_000

/** Moves the focus to the first control of the claim's form entry as soon as the page shows it. */
export function focusClaim(claim: string): void {
  const focus = (): boolean => {
    const control = document
      .querySelector(`[data-claim="${CSS.escape(claim)}"]`)
      ?.querySelector<HTMLElement>('input, select, textarea, button')
    control?.focus()
    control?.scrollIntoView({ block: 'center' })
    return control != null
  }
  // The closed dialog first returns the focus.
  requestAnimationFrame(() => {
    if (focus()) return
    const observer = new MutationObserver(() => {
      if (focus()) stop()
    })
    const timer = setTimeout(() => stop(), MAX_WAIT_MS)
    const stop = () => {
      observer.disconnect()
      clearTimeout(timer)
    }
    observer.observe(document.body, { childList: true, subtree: true })
  })
}
