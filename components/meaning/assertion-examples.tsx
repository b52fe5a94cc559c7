import { OutcomeMark } from '../ui/outcome-mark'
import { type Analysis, exampleOf, type Side, whyNoExample } from './analysis'

const SIDES: readonly Side[] = ['TRUE', 'FALSE']

export function AssertionExamples(props: { readonly analysis: Analysis; readonly assertion: string }) {
  const { analysis, assertion } = props
  return (
    <ul aria-label="An example of each answer" className="mt-2 space-y-1 text-sm" data-testid={`examples-${assertion}`}>
      {SIDES.map((side) => {
        const example = exampleOf(analysis, assertion, side)
        return (
          <li key={side} className="flex items-start gap-2">
            <OutcomeMark outcome={side} className="mt-px" />
            <span className="min-w-0 break-words">
              {example === null ? (
                <span className="text-ink-faint">No example: {whyNoExample(analysis, assertion, side)}</span>
              ) : (
                `for example: ${example.sentence}`
              )}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
