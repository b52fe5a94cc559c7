import { format } from '../../server/language/format/format'
import type { Analysis } from '../../server/language/semantics/analysis'
import { complete } from '../../server/language/service/complete'
import { folds } from '../../server/language/service/folding'
import { highlights } from '../../server/language/service/highlighting'
import { hover } from '../../server/language/service/hover'
import { outline } from '../../server/language/service/outline'
import { renamable, rename, usesAt } from '../../server/language/service/rename'
import { signature } from '../../server/language/service/signature'
import type { UnitLibrary } from '../../server/language/units/unit-library'
import type { Answer, Question } from './editor-questions'

/**
 * Answers one question of the editor about a text.
 *
 * @param analyse analyses that text, or what it would become; not asked where the tokens alone suffice
 */
export function answerQuestion(
  source: string,
  analyse: (text: string) => Analysis,
  library: UnitLibrary,
  question: Question,
): Answer {
  switch (question.about) {
    case 'format':
      return { about: 'format', found: format(source) }
    case 'uses':
      return { about: 'uses', found: usesAt(question.offset, analyse(source)) }
    case 'completions': {
      const found = complete(source, question.offset, analyse(source), library)
      return { about: 'completions', found: found.sort((a, b) => a.rank - b.rank) }
    }
    case 'hover':
      return { about: 'hover', found: hover(source, question.offset, analyse(source), library) }
    case 'signature':
      return { about: 'signature', found: signature(source, question.offset) }
    case 'renamable':
      return { about: 'renamable', found: renamable(question.offset, analyse(source)) }
    case 'renaming': {
      const { offset, newName } = question
      return { about: 'renaming', found: rename(source, offset, newName, analyse(source), analyse) }
    }
    case 'outline':
      return { about: 'outline', found: outline(source, analyse(source)) }
    case 'folds':
      return { about: 'folds', found: folds(source) }
    case 'highlights': {
      const found = highlights(source, analyse(source))
      return { about: 'highlights', found: found.filter((h) => h.start >= question.start && h.end <= question.end) }
    }
  }
}
