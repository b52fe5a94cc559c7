'use client'

import { useRouter, useSearchParams } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import { Notice } from '../ui/notice'
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

/** In the place of the signing panel, for whoever reads this page without signing. */
function CannotSign({ reason }: { readonly reason: string | null }) {
  return (
    <section aria-labelledby="cannot-sign" className="print:hidden rounded-lg border border-line bg-surface p-4 sm:p-5">
      <h2 id="cannot-sign" className="mb-2 text-xl font-semibold">
        Sign
      </h2>
      <Notice kind="info">
        <p>{reason ?? 'You may read this page but not sign here.'}</p>
      </Notice>
      <p className="mt-2 text-sm text-ink-soft">
        Members with the role reviewer sign. Send them the address of this page; an administrator gives roles under
        Settings, Members.
      </p>
    </section>
  )
}
