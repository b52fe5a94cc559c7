/** What a page offers in the palette while it is shown. */
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
