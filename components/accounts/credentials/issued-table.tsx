import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/controls'
import { ConfirmDialog } from '../../ui/dialog'
import { Badge } from '../../ui/notice'
import { refusalOf } from '../../ui/server-calls'
import { Cell, Table } from '../../ui/table'
import { TimeText } from '../../ui/time-text'

const TONES = { active: 'good', expired: 'warning', revoked: 'plain' } as const

/** Anything issued to a program, such as a credential. */
interface Issued {
  readonly id: string
  readonly label: string
  readonly state: keyof typeof TONES
  readonly lastUsedAt: string | null
  readonly createdAt: string
  readonly expiresAt: string | null
  /** Absent if the server does not report it. */
  readonly revokedAt?: string | null
}

interface Revoking {
  readonly revoke: (id: string) => Promise<unknown>
  /** Query to invalidate after a revocation. */
  readonly changes: QueryKey
  /** Explains what revoking one means. */
  readonly children: ReactNode
}

/** Lists issued secrets, one per row. They cannot be read again, but each can be revoked. */
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
  const [selected, setSelected] = useState<T | null>(null)
  return (
    <>
      <Table
        label={label}
        columns={[
          'Label',
          { title: kind.title },
          'State',
          'Last used',
          'Issued',
          'Expires',
          { title: 'Actions', isHidden: true },
        ]}
      >
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
                <Button onClick={() => setSelected(one)} aria-label={`Revoke ${one.label}`}>
                  Revoke
                </Button>
              )}
            </Cell>
          </tr>
        ))}
      </Table>
      {selected !== null && <RevokeDialog {...revoking} issued={selected} onClose={() => setSelected(null)} />}
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
