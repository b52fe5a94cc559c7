import { TimeText } from '../ui/time-text'
import { Fact, Facts } from './facts'
import { NamesFact } from './names-fact'
import type { Sheet } from './sheet'
import { WholeHash } from './whole-hash'

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
