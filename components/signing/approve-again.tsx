import { PenLine } from 'lucide-react'
import { Button } from '../ui/controls'
import { RefusalNotice } from '../ui/notice'
import type { Sheet, SheetMeaning } from './sheet'
import type { SigningDraft } from './signing-draft'
import { preparationRequest } from './signing-panel'
import { FailingCasesNotice } from './test-cases-section'
import type { Ceremony } from './use-ceremony'

/**
 * Approves a text with the same meaning in one step: the dialog has the statement and the proof. The server's demands
 * are those of every approval.
 */
export function ApproveAgain(props: {
  readonly sheet: Sheet
  readonly meaning: SheetMeaning
  readonly draft: SigningDraft
  readonly ceremony: Ceremony
  readonly onReload: () => void
}) {
  const { sheet, meaning, draft, ceremony, onReload } = props
  const approve = () => ceremony.prepare(preparationRequest(sheet, meaning, draft, 'approved'))
  return (
    <div className="mt-3 space-y-2 print:hidden" data-testid="approve-again">
      <FailingCasesNotice cases={meaning.cases} />
      {ceremony.preparationRefused !== null && (
        <RefusalNotice refusal={ceremony.preparationRefused} onRetry={onReload} />
      )}
      <Button look="primary" disabled={ceremony.preparing} onClick={approve}>
        <PenLine size={15} aria-hidden /> {ceremony.preparing ? 'Preparing the statement…' : 'Approve again'}
      </Button>
      <p className="text-sm text-ink-faint">
        Opens the statement, where you prove who you are and sign. To add a note or a last day, use Sign at the end of
        this page.
      </p>
    </div>
  )
}
