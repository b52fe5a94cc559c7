import { useRef, useState } from 'react'
import type { Fix } from '../../server/language/messages/diagnostic'
import type { EditorHandle } from '../editor/policy-editor'

/** From this width on the text stands beside the panels; on narrower screens it is a tab of its own. */
const WIDE = '(min-width: 64rem)'

export type RulesetViews = ReturnType<typeof useRulesetViews>

/** What of a ruleset is looked at, its text or a panel, and the ways from the one to the other. */
export function useRulesetViews() {
  const [view, show] = useState<string>('review')
  const editor = useRef<EditorHandle>(null)
  return {
    ...{ view, show, editor },
    /** The panel that stands beside the text. */
    panel: view === 'text' ? 'review' : view,
    reveal: (line: number, column = 1) => {
      show((former) => (window.matchMedia(WIDE).matches ? former : 'text'))
      // After the editor is shown again on a narrow screen.
      requestAnimationFrame(() => editor.current?.reveal(line, column))
    },
    apply: (fix: Fix) => editor.current?.apply(fix),
    format: () => editor.current?.format(),
  }
}
