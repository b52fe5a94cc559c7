import type { Analysis, NameUse } from '../../server/language/analysis'
import { complete } from '../../server/language/editor/complete'
import { hover } from '../../server/language/editor/hover'
import { signature } from '../../server/language/editor/signature'
import { format } from '../../server/language/format'
import type { UnitLibrary } from '../../server/units/unit-library'
import type { Answer, Question } from './editor-questions'

/**
 * Answers one question of the editor about a text.
 *
 * @param analyse the analysis of that text; not asked for where the tokens alone suffice
 */
export function answerQuestion(
  source: string,
  analyse: () => Analysis,
  library: UnitLibrary,
  question: Question,
): Answer {
  switch (question.about) {
    case 'format':
      return { about: 'format', found: format(source) }
    case 'uses':
      return { about: 'uses', found: usesAt(question.offset, analyse()) }
    case 'completions': {
      const found = complete(source, question.offset, analyse(), library)
      return { about: 'completions', found: found.sort((a, b) => a.rank - b.rank) }
    }
    case 'hover':
      return { about: 'hover', found: hover(source, question.offset, analyse(), library) }
    case 'signature':
      return { about: 'signature', found: signature(source, question.offset) }
  }
}

function usesAt(offset: number, { names }: Analysis): NameUse[] {
  const at = names.find(({ start, end }) => start <= offset && offset <= end)
  return at === undefined ? [] : names.filter(({ declaredAt }) => declaredAt === at.declaredAt)
}
