/** A pending change in plain words: what it is, and each part before and after. */
import { NAMESPACE_RULES, type NamespaceRule } from '../../server/api/namespace-rules'
import type { PendingChange } from '../ui/change-answers'

export interface ChangeWords {
  readonly title: string
  readonly parts: readonly { readonly what: string; readonly before: string; readonly after: string }[]
}

export function changeWords({ change }: Pick<PendingChange, 'change'>): ChangeWords {
  switch (change.kind) {
    case 'settings':
      return {
        title: 'Change the rules of this namespace',
        parts: Object.entries(change.after).map(([key, after]) => ({
          what: settingTitle(key),
          before: valueWords((change.before as Readonly<Record<string, unknown>>)[key]),
          after: valueWords(after),
        })),
      }
    case 'roles':
      return {
        title: `Change the roles of ${change.person}`,
        parts: [{ what: 'Roles', before: change.before.join(', '), after: change.after.join(', ') }],
      }
    case 'removal':
      return {
        title: `Remove ${change.person} from this namespace`,
        parts: [{ what: 'Membership', before: change.before.join(', '), after: 'no member' }],
      }
    case 'invitation':
      return {
        title: `Invite ${change.email ?? 'the person who has the link'} as an administrator`,
        parts: [{ what: 'Roles', before: 'none', after: change.roles.join(', ') }],
      }
  }
}

const OTHER_SETTINGS: Readonly<Record<string, string>> = {
  displayName: 'Name of the namespace',
  labelingAllowed: 'Labels are kept and shown',
}

function settingTitle(key: string): string {
  return Object.hasOwn(NAMESPACE_RULES, key)
    ? NAMESPACE_RULES[key as NamespaceRule].title
    : (OTHER_SETTINGS[key] ?? key)
}

function valueWords(value: unknown): string {
  return value === true ? 'on' : value === false ? 'off' : `“${String(value)}”`
}
