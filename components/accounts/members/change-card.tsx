import Link from 'next/link'
import { APPROVAL_SETTING_TITLES, NEEDED_ROLE_WORDS } from '../../../server/api/terms/approval-rules'
import { DECISION_LOG_TITLE, decisionLogWords } from '../../../server/api/terms/decision-log-words'
import { NAMESPACE_RULES, type NamespaceRule } from '../../../server/api/terms/namespace-rules'
import { Button } from '../../ui/controls'
import { Notice } from '../../ui/notice'
import type { PendingChange } from '../../ui/shell/header-counts'
import { TimeText } from '../../ui/time-text'

export type ChangeVerb = 'confirm' | 'decline' | 'withdraw' | 'apply_alone'

const LIST = new Intl.ListFormat('en', { type: 'disjunction' })

export function ChangeCard(props: { readonly change: PendingChange; readonly onAsk: (verb: ChangeVerb) => void }) {
  const { change, onAsk } = props
  const { title, values } = changeWords(change)
  const { proposedBy, proposedAt, expiresAt, aloneFrom, mine, confirmers, may } = change
  return (
    <li className="rounded-lg border border-line bg-surface p-4">
      <h2 className="text-lg font-semibold break-words">{title}</h2>
      <ul className="mt-2">
        {values.map(({ what, before, after }) => (
          <li key={what} className="break-words">
            {what}: <span className="text-ink-soft">{before}</span> <span aria-hidden>→</span>
            <span className="sr-only">, then </span> <strong>{after}</strong>
          </li>
        ))}
      </ul>
      <p className="mt-2 text-sm break-words text-ink-soft">
        Proposed by {mine ? 'you' : proposedBy}, <TimeText at={proposedAt} />. It expires without effect{' '}
        <TimeText at={expiresAt} />.
      </p>
      <p className="text-sm break-words text-ink-soft">
        {confirmers.length === 0
          ? 'None of the administrators who could confirm it is left.'
          : `${LIST.format([...confirmers])} can confirm or decline it.`}{' '}
        {mine && !may.applyAlone && (
          <>
            If no one answers, you can apply it without confirmation from <TimeText at={aloneFrom} />. Later approvals
            are then marked.
          </>
        )}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        {may.confirm && (
          <>
            <Button look="primary" onClick={() => onAsk('confirm')} aria-label={`Confirm: ${title}`}>
              Confirm
            </Button>
            <Button onClick={() => onAsk('decline')} aria-label={`Decline: ${title}`}>
              Decline
            </Button>
          </>
        )}
        {may.withdraw && (
          <Button onClick={() => onAsk('withdraw')} aria-label={`Withdraw: ${title}`}>
            Withdraw
          </Button>
        )}
        {may.applyAlone && (
          <Button onClick={() => onAsk('apply_alone')} aria-label={`Apply without confirmation: ${title}`}>
            Apply without confirmation
          </Button>
        )}
      </div>
    </li>
  )
}

interface ChangeWords {
  readonly title: string
  readonly values: readonly { readonly what: string; readonly before: string; readonly after: string }[]
}

/** Describes a pending change in plain words: its title, and each value before and after. */
export function changeWords({ change }: Pick<PendingChange, 'change'>): ChangeWords {
  switch (change.kind) {
    case 'settings':
      return {
        title: 'Change the rules of this namespace',
        values: Object.entries(change.after).map(([key, after]) => ({
          what: settingTitle(key),
          before: valueWords(key, (change.before as Readonly<Record<string, unknown>>)[key]),
          after: valueWords(key, after),
        })),
      }
    case 'roles':
      return {
        title: `Change the roles of ${change.person}`,
        values: [{ what: 'Roles', before: change.before.join(', '), after: change.after.join(', ') }],
      }
    case 'removal':
      return {
        title: `Remove ${change.person} from this namespace`,
        values: [{ what: 'Membership', before: change.before.join(', '), after: 'not a member' }],
      }
    case 'invitation':
      return {
        title: `Invite ${change.email ?? 'anyone who has the link'} as an administrator`,
        values: [{ what: 'Roles', before: 'no roles', after: change.roles.join(', ') }],
      }
  }
}

const OTHER_SETTINGS: Readonly<Record<string, string>> = {
  ...APPROVAL_SETTING_TITLES,
  displayName: 'Name of the namespace',
  labelingAllowed: 'Store and show labels',
  decisionLog: DECISION_LOG_TITLE,
}

function settingTitle(key: string): string {
  return Object.hasOwn(NAMESPACE_RULES, key)
    ? NAMESPACE_RULES[key as NamespaceRule].title
    : (OTHER_SETTINGS[key] ?? key)
}

function valueWords(key: string, value: unknown): string {
  if (typeof value === 'number') return String(value)
  if (key === 'decisionLog') return decisionLogWords(value)
  if (key === 'neededRole' && typeof value === 'string' && Object.hasOwn(NEEDED_ROLE_WORDS, value))
    return NEEDED_ROLE_WORDS[value as keyof typeof NEEDED_ROLE_WORDS]
  return value === true ? 'on' : value === false ? 'off' : `“${String(value)}”`
}

/** Says that a change was not applied and waits for another administrator. */
export function PendingNotice({ className }: { readonly className?: string }) {
  return (
    <Notice kind="warning" title="This change is waiting for another administrator" className={className}>
      <p>
        Nothing has changed yet.{' '}
        <Link href="/settings/changes" className="text-accent underline">
          Pending changes
        </Link>{' '}
        shows who can confirm it, and until when.
      </p>
    </Notice>
  )
}
