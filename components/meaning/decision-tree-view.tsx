import './decision-tree.css'
import { CircleCheck, CircleHelp, CircleSlash, CircleX } from 'lucide-react'
import type { ReactNode } from 'react'
import { positionKey } from '../ui/lists'
import { OutcomeMark } from '../ui/outcome-mark'
import { decisionTree } from './decision-tree'
import type { ExplainedAnswer } from './explain-check'

type Part = ExplainedAnswer['decisive'][number]

const PART_MARKS = {
  TRUE: { Icon: CircleCheck, ink: 'text-true', word: 'Holds' },
  FALSE: { Icon: CircleX, ink: 'text-false', word: 'Does not hold' },
  'NO VALUE': { Icon: CircleSlash, ink: 'text-ink-soft', word: 'Has no value' },
  OPEN: { Icon: CircleHelp, ink: 'text-unknown', word: 'Open' },
} as const

export function DecisionTreeView({ answer }: { readonly answer: ExplainedAnswer }) {
  const { deciding, definitions } = decisionTree(answer)
  return (
    <div data-testid="decision-tree" className="mt-1">
      <p className="flex flex-wrap items-center gap-2">
        <OutcomeMark outcome={answer.check} />
        <span className="font-mono text-xs break-words">{answer.name}</span>
      </p>
      <ul className="decision-tree">
        {deciding.map((part, index) => (
          <li key={positionKey(index)}>
            <PartNode part={part} />
          </li>
        ))}
        {definitions.map(({ name, sentence, deciding: below }) => (
          <li key={name}>
            <p>
              <span className="text-ink-faint">Definition </span>
              <span className="font-mono text-xs">{name}</span>
              {sentence !== null && <>: {sentence}</>}
            </p>
            <ul className="decision-tree">
              {below.map((part, index) => (
                <li key={positionKey(index)}>
                  <PartNode part={part} />
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </div>
  )
}

function PartNode({ part }: { readonly part: Part }): ReactNode {
  const { Icon, ink, word } = PART_MARKS[part.outcome]
  return (
    <div className="flex gap-1.5">
      <Icon size={14} strokeWidth={2.5} aria-hidden className={`mt-1 shrink-0 ${ink}`} />
      <span className="sr-only">{word}:</span>
      <div className="min-w-0">
        <p className="break-words whitespace-pre-wrap">{part.sentence}</p>
        {part.distance !== null && <p>{part.distance}</p>}
        <p className="text-xs text-ink-faint">Line {part.place.line}</p>
      </div>
    </div>
  )
}
