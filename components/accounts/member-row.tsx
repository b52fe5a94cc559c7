import { Badge } from '../ui/badge'
import { Button } from '../ui/button'
import { Cell } from '../ui/table'
import { TimeText } from '../ui/time-text'
import { MemberAccountActions } from './member-account-actions'
import { ROLE_WORDS, type Role, withRole } from './role-ticks'
import type { ListedMember } from './settings-answers'

/** A member. The only administrator keeps the role, and says so. */
export function MemberRow(props: {
  readonly member: ListedMember
  readonly isSelf: boolean
  readonly isLastAdministrator: boolean
  /** What is being saved; null while nothing is. */
  readonly pendingRoles: readonly Role[] | null
  readonly onChange: (roles: readonly Role[]) => void
  readonly onRemove: () => void
}) {
  const { member, isSelf, isLastAdministrator, pendingRoles, onChange, onRemove } = props
  const { personId, name, email, since, disabled, byOperator, operatorPasswordAt } = member
  const roles = pendingRoles ?? member.roles
  const reason = `only-administrator-${personId}`
  return (
    <tr>
      <Cell className="min-w-48">
        <span className="flex flex-wrap items-center gap-2 font-medium">
          {name}
          {isSelf && <Badge>you</Badge>}
          {disabled && <Badge tone="warning">disabled</Badge>}
          {byOperator && <Badge>added by the operator</Badge>}
        </span>
        <span className="break-all text-ink-faint">{email}</span>
        {operatorPasswordAt !== null && (
          <span className="block text-xs text-ink-faint">
            Password set on a link of the operator, <TimeText at={operatorPasswordAt} />
          </span>
        )}
        {isLastAdministrator && (
          <span id={reason} className="block text-xs text-ink-faint">
            The only administrator: make somebody else one before this one goes.
          </span>
        )}
      </Cell>
      {ROLE_WORDS.map(({ role, title }) => {
        const has = roles.includes(role)
        // A member has one role at least; without any they are removed.
        const isKept = (isLastAdministrator && role === 'administrator') || (has && roles.length === 1)
        return (
          <Cell key={role}>
            <input
              type="checkbox"
              className="size-4 accent-(--accent)"
              aria-label={`${title}: ${name}`}
              aria-describedby={isLastAdministrator && role === 'administrator' ? reason : undefined}
              title={isKept && !isLastAdministrator ? 'The last role: remove the member instead' : undefined}
              checked={has}
              disabled={isKept || pendingRoles !== null}
              onChange={({ target }) => onChange(withRole(roles, role, target.checked))}
            />
          </Cell>
        )
      })}
      <Cell>
        <TimeText at={since} withTime={false} />
      </Cell>
      <Cell className="text-right whitespace-nowrap">
        <span className="inline-flex gap-2">
          <MemberAccountActions member={member} />
          <Button
            onClick={onRemove}
            disabled={isLastAdministrator}
            aria-label={`Remove ${name}`}
            aria-describedby={isLastAdministrator ? reason : undefined}
          >
            Remove
          </Button>
        </span>
      </Cell>
    </tr>
  )
}
