/** Actions that a page adds to the palette while it is shown. */
export interface PageAction {
  readonly title: string
  readonly run: () => void
}

/** Functions of the shown editor. */
interface ShownEditor {
  readonly actions: readonly PageAction[]
  readonly reveal: (line: number) => void
}

const offered = new Set<readonly PageAction[]>()
let editor: ShownEditor | null = null

/** Returns a function that withdraws the offer. */
export function offerActions(actions: readonly PageAction[]): () => void {
  offered.add(actions)
  return () => offered.delete(actions)
}

/** Returns a function that withdraws the offer. */
export function offerEditor(shown: ShownEditor): () => void {
  editor = shown
  return () => {
    if (editor === shown) editor = null
  }
}

export function offeredActions(): readonly PageAction[] {
  return [...[...offered].flat(), ...(editor?.actions ?? [])]
}

/** False if no editor is shown. */
export function revealInEditor(line: number): boolean {
  editor?.reveal(line)
  return editor !== null
}

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
