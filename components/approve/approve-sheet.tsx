'use client'

import { useRouter, useSearchParams } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import { CannotSign } from './cannot-sign'
import { ChangesSection } from './changes-section'
import { IdentitySection } from './identity-section'
import { ReviewSection } from './review-section'
import { approvePath, type ReviewRow, receiptPath, type Sheet } from './sheet'
import { SheetOutline } from './sheet-outline'
import { SignBar } from './sign-bar'
import { SignDialog } from './sign-dialog'
import { SignaturesSection } from './signatures-section'
import { useSigningDraft } from './signing-draft'
import { preparation, SigningPanel } from './signing-panel'
import { StateBanner } from './state-banner'
import { TestCasesSection } from './test-cases-section'
import { useCeremony } from './use-ceremony'
import { WithdrawDialog } from './withdraw-dialog'

/** The page in the order of reading, and the signature at its end. */
export function ApproveSheet({ sheet, onReload }: { readonly sheet: Sheet; readonly onReload: () => void }) {
  const router = useRouter()
  const { draft, change, forget } = useSigningDraft(sheet.rulesetHash)
  const [withdrawing, setWithdrawing] = useState<ReviewRow | null>(null)
  const [reason, setReason] = useState('')
  const ceremony = useCeremony((recordId) => {
    forget()
    router.push(receiptPath(sheet.rulesetHash, recordId))
  })
  useContinued(sheet, () => {
    if (draft.meaning !== null) ceremony.prepare(preparation(sheet, draft, draft.meaning))
  })
  const withdraw = (record: ReviewRow) => {
    ceremony.cancel()
    setWithdrawing(record)
  }
  return (
    <>
      <div className="approve-sheet lg:grid lg:grid-cols-[12rem_minmax(0,1fr)] lg:gap-8">
        <SheetOutline sheet={sheet} />
        <div className="flex min-w-0 flex-col gap-10">
          <StateBanner sheet={sheet} />
          <IdentitySection sheet={sheet} />
          <ChangesSection sheet={sheet} />
          <TestCasesSection sheet={sheet} />
          <ReviewSection sheet={sheet} />
          <SignaturesSection sheet={sheet} onWithdraw={withdraw} />
          {sheet.may.sign ? (
            <SigningPanel sheet={sheet} draft={draft} onChange={change} ceremony={ceremony} onReload={onReload} />
          ) : (
            <CannotSign reason={sheet.may.reason} />
          )}
        </div>
      </div>
      {sheet.may.sign && <SignBar sheet={sheet} />}
      {withdrawing !== null && ceremony.waiting === null && (
        <WithdrawDialog
          sheet={sheet}
          record={withdrawing}
          reason={reason}
          onReason={setReason}
          ceremony={ceremony}
          onClose={() => {
            ceremony.cancel()
            setWithdrawing(null)
          }}
        />
      )}
      <SignDialog sheet={sheet} ceremony={ceremony} />
    </>
  )
}

/** After a fresh log-in elsewhere the page goes on where it was left. */
function useContinued(sheet: Sheet, go: () => void) {
  const router = useRouter()
  const asked = useSearchParams().get('continue') === '1'
  const gone = useRef(false)
  useEffect(() => {
    if (!asked || gone.current) return
    gone.current = true
    router.replace(approvePath(sheet.rulesetHash), { scroll: false })
    if (sheet.may.sign) go()
  }, [asked, router, sheet, go])
}
