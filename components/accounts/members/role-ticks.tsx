import { Tick } from '../../ui/controls'

export const ROLE_WORDS = [
  { role: 'author', title: 'Author', about: 'Writes rulesets, test cases and converters.' },
  { role: 'reviewer', title: 'Reviewer', about: 'Signs approvals and reviews.' },
  {
    role: 'administrator',
    title: 'Administrator',
    about: 'Manages members, credentials and settings, and reads the log.',
  },
] as const
export type Role = (typeof ROLE_WORDS)[number]['role']

export function RoleTicks({
  roles,
  onChange,
}: {
  readonly roles: readonly Role[]
  readonly onChange: (roles: Role[]) => void
}) {
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">Roles</legend>
      <div className="flex flex-col gap-2">
        {ROLE_WORDS.map(({ role, title, about }) => (
          <Tick
            key={role}
            label={title}
            hint={about}
            checked={roles.includes(role)}
            onChange={({ target }) => onChange(withRole(roles, role, target.checked))}
          />
        ))}
      </div>
    </fieldset>
  )
}

/** Returns the roles in their display order. */
export function withRole(roles: readonly Role[], changed: Role, has: boolean): Role[] {
  return ROLE_WORDS.map(({ role }) => role).filter((role) => (role === changed ? has : roles.includes(role)))
}
