import { isLibrarySection, type SectionId } from '../../../server/engine/explain/review-document'
import { positionKey } from '../../ui/lists'
import { Badge } from '../../ui/notice'
import type { EntryChange, ReviewChanges } from './review-changes'
import { foldSameRows, type LineChange } from './review-lines'
import { WordPieces } from './word-pieces'

const NAMES: Readonly<Record<SectionId, readonly [one: string, many: string]>> = {
  claims: ['claim', 'claims'],
  locals: ['open value', 'open values'],
  reports: ['reported value', 'reported values'],
  definitions: ['definition', 'definitions'],
  assertions: ['assertion', 'assertions'],
  conversions: ['conversion', 'conversions'],
  undecided: ['undecided point', 'undecided points'],
}

const DONE: readonly (readonly [EntryChange['kind'], string])[] = [
  ['added', 'added'],
  ['removed', 'removed'],
  ['changed', 'changed'],
  ['through', 'changed through what it refers to'],
  ['moved', 'moved'],
]

const THROUGH_MANY = 'changed through what they refer to'

/** Returns `1 claim added; 2 assertions changed.` */
function changesInWords({ same, sections }: ReviewChanges): string {
  if (same) return 'The words of the review did not change.'
  const counts = sections.flatMap(({ id, entries }) =>
    DONE.flatMap(([kind, done]) => {
      const count = entries.filter((entry) => entry.kind === kind).length
      const words = kind === 'through' && count > 1 ? THROUGH_MANY : done
      const names = NAMES[isLibrarySection(id) ? 'definitions' : id]
      return count === 0 ? [] : [`${count} ${names[count === 1 ? 0 : 1]} ${words}`]
    }),
  )
  return counts.length === 0 ? 'Only the introduction of the review changed.' : `${counts.join('; ')}.`
}

export function ReviewChangesView({ changes }: { readonly changes: ReviewChanges }) {
  const { same, summary, sections } = changes
  return (
    <div className="text-base" data-testid="review-changes">
      <p className="font-medium">{changesInWords(changes)}</p>
      {!same && (
        <p className="mt-1 text-sm text-ink-faint">
          <ins className="bg-true-soft text-true">Underlined</ins> words are new,{' '}
          <del className="bg-false-soft text-false">struck</del> words are gone. Entries that are not listed did not
          change, and neither did anything they refer to.
        </p>
      )}
      {summary !== null && (
        <p className="mt-3">
          <WordPieces pieces={summary} />
        </p>
      )}
      {sections.map(({ id, heading, introduction, entries, unchanged }) => (
        <section key={id} aria-label={`Changes: ${heading}`} className="mt-5">
          <h3 className="text-lg font-semibold">{heading}</h3>
          {introduction !== null && (
            <p className="text-ink-soft">
              <WordPieces pieces={introduction} />
            </p>
          )}
          <ul className="mt-2 divide-y divide-line border-y border-line">
            {entries.map((entry) => (
              <Entry key={`${entry.kind} ${entry.name ?? entry.title}`} entry={entry} />
            ))}
          </ul>
          {unchanged > 0 && (
            <p className="mt-1 text-sm text-ink-faint">
              {unchanged} {unchanged === 1 ? 'other is' : 'others are'} unchanged.
            </p>
          )}
        </section>
      ))}
    </div>
  )
}

/** Names of changed dependencies per entry. */
const MAX_NAMED_DEPENDENCIES = 12

const KINDS = {
  added: { tone: 'good', word: 'Added' },
  removed: { tone: 'bad', word: 'Removed' },
  changed: { tone: 'warning', word: 'Changed' },
  moved: { tone: 'plain', word: 'Moved, same words' },
  through: { tone: 'warning', word: 'Same words, different meaning' },
} as const

function Entry({ entry: { kind, name, title, moved, through, lines } }: { readonly entry: EntryChange }) {
  const { tone, word } = KINDS[kind]
  const words = name === null ? title : title.replace(` (${name})`, '')
  const [first, ...rest] = lines
  const shown =
    kind === 'moved' ? [] : kind === 'through' ? rest : foldSameRows(first?.kind === 'changed' ? lines : rest)
  return (
    <li className="py-3">
      <div className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
        <Badge tone={tone}>{word}</Badge>
        <h4 className="min-w-0 font-semibold break-words">
          {words} {name !== null && <span className="font-mono text-xs font-normal text-ink-faint">({name})</span>}
        </h4>
        {(kind === 'changed' || kind === 'through') && moved && (
          <span className="text-sm text-ink-faint">and moved</span>
        )}
      </div>
      {through.length > 0 && (
        <p className="mt-1 text-ink-soft">
          It refers to something that changed: {through.slice(0, MAX_NAMED_DEPENDENCIES).join(', ')}
          {through.length > MAX_NAMED_DEPENDENCIES && ` and ${through.length - MAX_NAMED_DEPENDENCIES} more`}.
        </p>
      )}
      {shown.length > 0 && (
        <ol className="mt-1.5 space-y-0.5">
          {shown.map((line, position) => (
            <Line key={positionKey(position)} change={line} whole={kind !== 'changed'} />
          ))}
        </ol>
      )}
    </li>
  )
}

/** @param whole the whole entry was added or removed, so its lines are not marked */
function Line({ change, whole }: { readonly change: LineChange; readonly whole: boolean }) {
  const { kind, line } = change
  return (
    <li className="flex gap-2 text-ink-soft" style={{ paddingInlineStart: `${Math.min(line.depth, 6) * 1.25}rem` }}>
      {line.mark !== '' && <span className="shrink-0 text-ink-faint tabular-nums">{line.mark}</span>}
      <span className="min-w-0 break-words">
        <WordPieces
          pieces={
            kind === 'changed' ? change.words : [{ kind: whole || kind === 'same' ? 'same' : kind, text: line.text }]
          }
        />
      </span>
    </li>
  )
}
