import { ShortcutList } from '../editor/shortcut-dialog'
import { Dialog } from '../ui/dialog'
import { REVIEW_SHORTCUTS } from './review-keys'

export function ReviewShortcuts({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog
      open
      onClose={onClose}
      title="Keyboard shortcuts of the review"
      description="They work while no entry has the focus."
    >
      <ShortcutList groups={REVIEW_SHORTCUTS} />
    </Dialog>
  )
}
