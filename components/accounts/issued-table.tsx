import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Badge } from '../ui/badge'
import { Button } from '../ui/button'
import { ConfirmDialog } from '../ui/confirm-dialog'
import { refusalOf } from '../ui/page-refusal'
import { Cell, HeadCell, Table } from '../ui/table'
import { TimeText } from '../ui/time-text'

const TONES = { active: 'good', expired: 'warning', revoked: 'plain' } as const

/** What programs were given and show again, such as a credential. */
interface Issued {
  readonly id: string
  readonly label: string
  readonly state: keyof typeof TONES
  readonly lastUsedAt: string | null
  readonly createdAt: string
  readonly expiresAt: string | null
  /** Absent where it is not told. */
  readonly revokedAt?: string | null
}

interface Revoking {
  readonly revoke: (id: string) => Promise<unknown>
  /** What is asked for again afterwards. */
  readonly changes: QueryKey
  /** What it means to revoke one. */
  readonly children: ReactNode
}

/** What was issued, a row each; none of it can be read again, and each can be revoked. */
export function IssuedTable<T extends Issued>(
  props: Revoking & {
    readonly label: string
    readonly issued: readonly T[]
    readonly name: (one: T) => ReactNode
    /** The column between the label and the state. */
    readonly kind: { readonly title: string; readonly of: (one: T) => string }
    readonly mayRevoke: (one: T) => boolean
  },
) {
  const { label, issued, name, kind, mayRevoke, ...revoking } = props
  const [asked, setAsked] = useState<T | null>(null)
  return (
    <>
      <Table label={label}>
        <thead>
          <tr>
            <HeadCell>Label</HeadCell>
            <HeadCell>{kind.title}</HeadCell>
            <HeadCell>State</HeadCell>
            <HeadCell>Last used</HeadCell>
            <HeadCell>Issued</HeadCell>
            <HeadCell>Expires</HeadCell>
            <HeadCell>
              <span className="sr-only">Actions</span>
            </HeadCell>
          </tr>
        </thead>
        <tbody>
          {issued.map((one) => (
            <tr key={one.id}>
              <Cell className="min-w-36">{name(one)}</Cell>
              <Cell className="whitespace-nowrap">{kind.of(one)}</Cell>
              <Cell>
                <Badge tone={TONES[one.state]}>{one.state}</Badge>
                {typeof one.revokedAt === 'string' && (
                  <span className="block text-xs text-ink-faint">
                    <TimeText at={one.revokedAt} />
                  </span>
                )}
              </Cell>
              <Cell>{one.lastUsedAt === null ? 'Never' : <TimeText at={one.lastUsedAt} />}</Cell>
              <Cell>
                <TimeText at={one.createdAt} withTime={false} />
              </Cell>
              <Cell>{one.expiresAt === null ? 'Never' : <TimeText at={one.expiresAt} />}</Cell>
              <Cell className="text-right">
                {mayRevoke(one) && (
                  <Button onClick={() => setAsked(one)} aria-label={`Revoke ${one.label}`}>
                    Revoke
                  </Button>
                )}
              </Cell>
            </tr>
          ))}
        </tbody>
      </Table>
      {asked !== null && <RevokeDialog {...revoking} issued={asked} onClose={() => setAsked(null)} />}
    </>
  )
}

function RevokeDialog(props: Revoking & { readonly issued: Issued; readonly onClose: () => void }) {
  const { issued, revoke, changes, onClose, children } = props
  const queries = useQueryClient()
  const revocation = useMutation({
    mutationFn: () => revoke(issued.id),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: changes })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={`Revoke “${issued.label}”?`}
      verb="Revoke"
      isPending={revocation.isPending}
      refusal={revocation.error === null ? null : refusalOf(revocation.error)}
      onConfirm={() => revocation.mutate()}
      onClose={onClose}
    >
      {children}
    </ConfirmDialog>
  )
}
