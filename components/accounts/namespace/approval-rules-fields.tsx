import {
  APPROVAL_SETTING_TITLES,
  type ApprovalRules,
  MAX_APPROVALS_NEEDED,
  NEEDED_ROLE_WORDS,
  NEEDED_ROLES,
} from '../../../server/api/terms/approval-rules'
import { Choice, Field, Tick } from '../../ui/controls'

type Quorum = Pick<ApprovalRules, 'approvalsNeeded' | 'neededRole' | 'neededRoleLast'>

const COUNTS = Array.from({ length: MAX_APPROVALS_NEEDED }, (_, nth) => nth + 1)

/** How many people approve, of which role, and in which order. */
export function ApprovalRulesFields(props: {
  readonly settings: Quorum
  readonly onChange: (change: Partial<Quorum>) => void
}) {
  const { settings, onChange } = props
  const { approvalsNeeded, neededRole, neededRoleLast } = settings
  return (
    <>
      <Field
        label={APPROVAL_SETTING_TITLES.approvalsNeeded}
        hint="Each person counts once. A smaller number waits for a second administrator, if there is one."
      >
        {(bound) => (
          <Choice
            {...bound}
            className="max-w-24"
            value={approvalsNeeded}
            onChange={({ target }) => onChange({ approvalsNeeded: Number(target.value) })}
          >
            {COUNTS.map((count) => (
              <option key={count} value={count}>
                {count}
              </option>
            ))}
          </Choice>
        )}
      </Field>
      <Field
        label={APPROVAL_SETTING_TITLES.neededRole}
        hint="The role counts that the signer had when they signed. It is part of the signed statement."
      >
        {(bound) => (
          <Choice
            {...bound}
            className="max-w-96"
            value={neededRole}
            onChange={({ target }) =>
              onChange({ neededRole: NEEDED_ROLES.find((role) => role === target.value) ?? 'any' })
            }
          >
            {NEEDED_ROLES.map((role) => (
              <option key={role} value={role}>
                {NEEDED_ROLE_WORDS[role]}
              </option>
            ))}
          </Choice>
        )}
      </Field>
      {neededRole !== 'any' && (
        <Tick
          label={APPROVAL_SETTING_TITLES.neededRoleLast}
          hint="Their signature counts for this rule only if the other people have signed before."
          checked={neededRoleLast}
          onChange={({ target }) => onChange({ neededRoleLast: target.checked })}
        />
      )}
    </>
  )
}
