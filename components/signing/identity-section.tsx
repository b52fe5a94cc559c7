import Link from 'next/link'
import { quotedNames } from '../ui/lists'
import { rulesetPath } from '../ui/ruleset-path'
import { TimeText } from '../ui/time-text'
import { Fact, Facts, WholeHash } from './facts'
import type { Sheet } from './sheet'

/** Which bytes these are, by what names they are known, and who saved them. */
export function IdentitySection({ sheet }: { readonly sheet: Sheet }) {
  const { rulesetHash, savedBy, unitLibraryHash, engineVersion, languageVersion } = sheet
  return (
    <section aria-labelledby="identity">
      <h2 id="identity" className="mb-3 text-xl font-semibold">
        Which ruleset this is
      </h2>
      <Facts>
        <Fact name="Name">
          <NamesFact sheet={sheet} />
        </Fact>
        <Fact name="Hash of the ruleset">
          <WholeHash hash={rulesetHash} what="ruleset hash" />
        </Fact>
        <Fact name="Saved by">
          {savedBy.length === 0 ? (
            'Not known.'
          ) : (
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
          )}
        </Fact>
        <Fact name="Unit library">
          {unitLibraryHash === null ? (
            'The built-in standards alone'
          ) : (
            <WholeHash hash={unitLibraryHash} what="unit library hash" />
          )}
        </Fact>
        <Fact name="Read by">
          Engine {engineVersion}, language {languageVersion}
        </Fact>
      </Facts>
    </section>
  )
}

/** The names of a text: those that it was signed or approved under, then what points at it today. */
function NamesFact({ sheet }: { readonly sheet: Pick<Sheet, 'heading' | 'names'> }) {
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
