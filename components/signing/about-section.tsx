import Link from 'next/link'
import { rulesetPath } from '../../server/api/page-paths'
import { quotedNames } from '../ui/lists'
import { TimeText } from '../ui/time-text'
import { Fact, Facts } from './facts'
import type { Sheet } from './sheet'

/** Shows the names of a text and who saved it. Its hashes are under {@link ExactBytes}. */
export function AboutSection({ sheet }: { readonly sheet: Sheet }) {
  return (
    <section aria-labelledby="about">
      <h2 id="about" className="sr-only">
        Names and authors
      </h2>
      <Facts>
        <Fact name="Name">
          <NamesFact sheet={sheet} />
        </Fact>
        <Fact name="Saved by">
          <SavedBy savedBy={sheet.savedBy} />
        </Fact>
      </Facts>
    </section>
  )
}

function SavedBy({ savedBy }: Pick<Sheet, 'savedBy'>) {
  if (savedBy.length === 0) return 'Not known.'
  return (
    <ul className="flex flex-col gap-1.5">
      {savedBy.map(({ name, label, at, message, mine }) => (
        <li key={`${name} ${at}`}>
          {label}
          {mine && ' (you)'}, <TimeText at={at} />, as “{name}”
          {message !== null && (
            <span className="block border-l-2 border-line-strong/50 pl-2 text-ink-soft">{message}</span>
          )}
        </li>
      ))}
    </ul>
  )
}

/** Shows the names that the text was signed or approved under, then its current names. */
function NamesFact({ sheet }: { readonly sheet: Pick<Sheet, 'heading' | 'names'> }) {
  const { heading, names } = sheet
  return (
    <>
      {heading.names.map((name) => (
        <Link key={name} href={rulesetPath(name)} className="mr-3 text-accent underline">
          {name}
        </Link>
      ))}
      {heading.from !== 'now' && (
        <>
          <span className="block text-sm text-ink-soft">{originOf(heading)}</span>
          <span className="block text-sm text-ink-soft">{currentNames(heading.names, names)}</span>
        </>
      )}
    </>
  )
}

function originOf({ names, from }: Sheet['heading']): string {
  if (from === 'statement') return 'The name in the latest signature.'
  if (from === 'approval') return 'The name it was saved under when it was approved. No signature states it.'
  return names.length === 0 ? 'It was never saved under a name.' : 'It was saved under this name before.'
}

function currentNames(shown: readonly string[], names: readonly string[]): string {
  if (names.length === 0) return 'No name points at this text today.'
  const same = names.length === shown.length && names.every((name) => shown.includes(name))
  return same
    ? 'The same name points at this text today.'
    : `Today this text is saved as ${quotedNames(names)}. A new signature would state that name.`
}
