'use client'

import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { receiptPath, type Sheet, sheetKey } from '../signing/sheet'
import { SignDialog } from '../signing/sign-dialog'
import { preparationRequest } from '../signing/signing-panel'
import { useCeremony } from '../signing/use-ceremony'
import { useMeaning } from '../signing/use-meaning'
import { Button } from '../ui/controls'
import { Notice, RefusalNotice } from '../ui/notice'
import { server } from '../ui/server-calls'
import { useViewer } from '../ui/shell/viewer'
import { TimeText } from '../ui/time-text'

/** Offers a reviewer to approve the newest revision again if its meaning is proved equal to one they approved. */
export function SignAgain({ name }: { readonly name: string }) {
  const { namespace } = useViewer()
  const { data: offer } = useQuery({
    queryKey: ['sign-again', namespace.id, name],
    queryFn: ({ signal }) => server.rulesetReviews.signAgain.query({ name }, { signal }),
  })
  if (!offer) return null
  const { revision, signedAt } = offer.given
  return (
    <Notice kind="info" title="Sign again: the meaning is proved equal">
      <p className="mt-1">
        You approved revision {revision}, <TimeText at={signedAt} />. Every answer of the newest revision is proved to
        be the same.
      </p>
      <ApprovalInOneStep hash={offer.hash} />
    </Notice>
  )
}

function ApprovalInOneStep({ hash }: { readonly hash: string }) {
  const sheet = useQuery({
    queryKey: sheetKey(hash),
    queryFn: ({ signal }) => server.signing.sheet.query({ hash }, { signal }),
    refetchOnWindowFocus: false,
  })
  return sheet.data === undefined ? null : <Ceremony sheet={sheet.data} />
}

const NO_NOTE = { meaning: null, note: '', lastDay: '' } as const

function Ceremony({ sheet }: { readonly sheet: Sheet }) {
  const router = useRouter()
  const ceremony = useCeremony((recordId) => router.push(receiptPath(sheet.rulesetHash, recordId)))
  const { shown, compareAgain } = useMeaning(sheet)
  if (shown.status === 'failed')
    return <RefusalNotice refusal={shown.refusal} onRetry={compareAgain} className="mt-2" />
  if (shown.status !== 'shown') return null
  const { meaning } = shown
  return (
    <div className="mt-2">
      <Button
        look="primary"
        disabled={ceremony.preparing}
        onClick={() => ceremony.prepare(preparationRequest(sheet, meaning, NO_NOTE, 'approved'))}
      >
        {ceremony.preparing ? 'Preparing the statement…' : 'Sign again'}
      </Button>
      {ceremony.preparationRefused !== null && <RefusalNotice refusal={ceremony.preparationRefused} className="mt-2" />}
      <SignDialog sheet={sheet} ceremony={ceremony} />
    </div>
  )
}
