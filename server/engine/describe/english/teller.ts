/**
 * What the telling of one sentence shares: the names, and the parts put off to the end.
 *
 * Promises: text stays linear in the size of the expression. Lists nest at most MAX_LISTS deep and brackets at most
 * MAX_BRACKETS; what would go deeper is called "part n" and told after the sentence, at the margin again.
 */
import type { Checked } from '../../../language/checked-ruleset'
import type { Clause, Sentence } from './clause'
import { Entries } from './entries'
import type { Names } from './names'
import { clauseOf, type Phrase } from './phrase'
import { describeSet, type SetPhrase } from './sets'
import { describeStatement } from './statements'
import { describeTerm, type Term } from './terms'
import { describeValue } from './values'

export class Teller {
  private readonly waiting: Checked[] = []

  readonly entries: Entries

  constructor(readonly names: Names) {
    this.entries = new Entries(names.ruleset)
  }

  /** The whole sentence for an expression: a statement where it is yes/no, else its value. */
  tell(expression: Checked): Sentence {
    const clause = this.clause(expression)
    const parts: Clause[] = []
    // Telling a part may put off further ones, so the list grows while it is read.
    for (const part of this.waiting) parts.push(this.clause(part))
    return { clause, parts }
  }

  /** Puts an expression off to the end of the sentence and answers what to call it. */
  partFor(expression: Checked): string {
    this.waiting.push(expression)
    return `part ${this.waiting.length}`
  }

  /** @param lists how many lists stand around the statement */
  statement(expression: Checked, lists: number): Phrase {
    return describeStatement(expression, this, lists)
  }

  /** @param brackets how many brackets stand around the term */
  term(expression: Checked, brackets: number): Term {
    return describeTerm(expression, this, brackets)
  }

  set(expression: Checked, brackets: number): SetPhrase {
    return describeSet(expression, this, brackets)
  }

  value(expression: Checked, lists: number): Clause {
    return describeValue(expression, this, lists)
  }

  private clause(expression: Checked): Clause {
    return expression.type.kind === 'boolean' ? clauseOf(this.statement(expression, 0)) : this.value(expression, 0)
  }
}
