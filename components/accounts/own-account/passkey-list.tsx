'use client'

import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/controls'
import { Notice, RefusalNotice } from '../../ui/notice'
import { EmptyState, SkeletonLines } from '../../ui/page-frame'
import { refusalOf } from '../../ui/server-calls'
import { TimeText } from '../../ui/time-text'
import {
  AddPasskeyDialog,
  type OwnPasskey,
  type OwnPasskeys,
  RemovePasskeyDialog,
  RenamePasskeyDialog,
  useOwnPasskeys,
} from './passkey-dialogs'

type Open = { readonly kind: 'add' } | { readonly kind: 'rename' | 'remove'; readonly passkey: OwnPasskey }

export function PasskeyList() {
  const { data, error, refetch } = useOwnPasskeys()
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  return (
    <section aria-labelledby="passkeys-title" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="max-w-prose">
          <h2 id="passkeys-title" className="text-lg font-semibold">
            Passkeys
          </h2>
          <p className="text-ink-soft">
            A passkey signs you in with your fingerprint, face or device PIN, and signs approvals with your own key.
          </p>
        </div>
        {data?.problem === null && (
          <Button onClick={() => setOpen({ kind: 'add' })}>
            <Plus size={16} aria-hidden />
            Add a passkey
          </Button>
        )}
      </div>
      {error !== null && <RefusalNotice refusal={refusalOf(error)} onRetry={() => void refetch()} />}
      {data === undefined ? (
        error === null && <SkeletonLines lines={3} what="your passkeys" />
      ) : (
        <Rows own={data} onOpen={setOpen} />
      )}
      {data !== undefined && <AddPasskeyDialog open={open?.kind === 'add'} proof={data.proof} onClose={close} />}
      {open?.kind === 'rename' && <RenamePasskeyDialog passkey={open.passkey} onClose={close} />}
      {open?.kind === 'remove' && <RemovePasskeyDialog passkey={open.passkey} onClose={close} />}
    </section>
  )
}

function Rows({ own, onOpen }: { readonly own: OwnPasskeys; readonly onOpen: (open: Open) => void }) {
  const { passkeys, problem } = own
  return (
    <>
      {problem !== null && <Notice kind="info">{problem}</Notice>}
      {passkeys.length === 0 && problem === null && (
        <div className="rounded-lg border border-line bg-surface">
          <EmptyState title="No passkeys yet">Add a passkey to sign in without a password.</EmptyState>
        </div>
      )}
      {passkeys.length > 0 && (
        <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
          {passkeys.map((passkey) => (
            <li key={passkey.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
              <KeyRound size={18} aria-hidden className="shrink-0 text-ink-soft" />
              <div className="min-w-40 flex-1">
                <p className="font-medium break-words">{passkey.label}</p>
                <p className="text-sm text-ink-soft">
                  Added <TimeText at={passkey.createdAt} withTime={false} />,{' '}
                  {passkey.lastUsedAt === null ? (
                    'never used'
                  ) : (
                    <>
                      last used <TimeText at={passkey.lastUsedAt} />
                    </>
                  )}
                </p>
              </div>
              <div className="flex gap-2">
                <Button aria-label={`Rename ${passkey.label}`} onClick={() => onOpen({ kind: 'rename', passkey })}>
                  Rename
                </Button>
                <Button aria-label={`Remove ${passkey.label}`} onClick={() => onOpen({ kind: 'remove', passkey })}>
                  Remove
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
