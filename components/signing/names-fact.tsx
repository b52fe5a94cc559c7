import Link from 'next/link'
import { quotedNames } from '../ui/quoted-names'
import { rulesetPath } from '../ui/ruleset-path'
import type { Sheet } from './sheet'

/** The names of a text: those that it was signed or approved under, then what points at it today. */
export function NamesFact({ sheet }: { readonly sheet: Pick<Sheet, 'heading' | 'names'> }) {
  const { heading, names } = sheet
  const links = heading.names.map((name) => (
    <Link key={name} href={rulesetPath(name)} className="mr-3 text-accent underline">
      {name}
    </Link>
  ))
  return (
    <>
      {links}
      <span className="block text-sm text-ink-soft">{whereFrom(heading)}</span>
      {heading.from !== 'now' && <span className="block text-sm text-ink-soft">{today(heading.names, names)}</span>}
    </>
  )
}

function whereFrom({ names, from }: Sheet['heading']): string {
  if (from === 'statement') return 'As the latest signature names it.'
  if (from === 'approval') return 'As it was saved when it was approved; no signature names it.'
  if (from === 'before')
    return names.length === 0 ? 'It was never saved under a name.' : 'Saved under this name before.'
  return names.length === 1 ? 'The name that points at this text today.' : 'The names that point at this text today.'
}

function today(shown: readonly string[], names: readonly string[]): string {
  if (names.length === 0) return 'Today no name points at this text.'
  const same = names.length === shown.length && names.every((name) => shown.includes(name))
  return same
    ? 'Today the same name points at this text.'
    : `Today this text is saved as ${quotedNames(names)}. A signature that is given now has that name.`
}
