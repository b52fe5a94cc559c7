/** The decisive path: the assertion, the definitions, and the parts that decide. */
import type { ExplainedAnswer } from './explain-check'

type Part = ExplainedAnswer['decisive'][number]

export interface DecisionTree {
  /** Decisive parts in the assertion's own text. */
  readonly deciding: readonly Part[]
  /** Definitions with decisive parts, in the answer's order. */
  readonly definitions: readonly {
    readonly name: string
    /** Null if the answer does not list its value. */
    readonly sentence: string | null
    readonly deciding: readonly Part[]
  }[]
}

export function decisionTree({
  decisive,
  definitions,
}: Pick<ExplainedAnswer, 'decisive' | 'definitions'>): DecisionTree {
  const names = [...new Set(decisive.flatMap(({ definition }) => (definition === null ? [] : [definition])))]
  return {
    deciding: decisive.filter(({ definition }) => definition === null),
    definitions: names.map((name) => ({
      name,
      sentence: definitions.find((each) => each.name === name)?.sentence ?? null,
      deciding: decisive.filter(({ definition }) => definition === name),
    })),
  }
}
