import { Fragment, type ReactNode } from 'react'
import {
  type Clause,
  capitaliseClause,
  endClause,
  itemNumber,
  type Sentence,
} from '../../server/engine/explain/english/clause'
import { positionKey } from './lists'

/** Numbers lists like the plain-text review. */
export function SentenceView({ sentence, lead = '' }: { readonly sentence: Sentence; readonly lead?: string }) {
  const clause = endClause(lead === '' ? capitaliseClause(sentence.clause) : sentence.clause)
  return (
    <div>
      <ClauseView clause={clause} depth={0} lead={lead} />
      {sentence.parts.map((part, position) => (
        <div key={positionKey(position)} className="mt-1.5">
          <ClauseView clause={endClause(part)} depth={0} lead={`Part ${position + 1}: `} />
        </div>
      ))}
    </div>
  )
}

function ClauseView(props: { readonly clause: Clause; readonly depth: number; readonly lead?: string }): ReactNode {
  const { clause, depth, lead = '' } = props
  return clause.map((segment, position) =>
    typeof segment === 'string' ? (
      <Fragment key={positionKey(position)}>
        {position === 0 && lead !== '' && <span className="font-medium text-ink-soft">{lead}</span>}
        {segment}
      </Fragment>
    ) : (
      // Text numbers are read aloud and copied as signed.
      <ul key={positionKey(position)} className="my-1 space-y-0.5">
        {segment.map((item, itemPosition) => (
          <li key={positionKey(itemPosition)} className="flex gap-2">
            <span className="shrink-0 text-ink-faint tabular-nums">{itemNumber(depth, itemPosition)}</span>
            <span className="min-w-0">
              <ClauseView clause={item} depth={depth + 1} />
            </span>
          </li>
        ))}
      </ul>
    ),
  )
}

/** Only an empty line ends a paragraph, because line lengths come from the author's editor. */
export function noteParagraphs(lines: readonly string[]): readonly string[] {
  const paragraphs: string[][] = [[]]
  for (const line of lines) {
    if (line.trim() === '') paragraphs.push([])
    else paragraphs.at(-1)?.push(line.trim())
  }
  return paragraphs.filter((words) => words.length > 0).map((words) => words.join(' '))
}
