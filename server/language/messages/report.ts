/**
 * Collects diagnostics, each once. Beyond {@link MAX_DIAGNOSTICS} they are only counted, so that every answer has a
 * limited size.
 */

import type { LimitExceeded } from '../text/limits'
import type { LineIndex, Span } from '../text/line-index'
import type { Diagnostic, Fix } from './diagnostic'
import { type Code, type Details, MESSAGES } from './messages'

const MAX_DIAGNOSTICS = 1_000

export interface PendingDiagnostic extends Span {
  readonly code: Code
  readonly severity: 'error' | 'warning'
  readonly message: string
  readonly fixes: readonly Fix[]
}

export class Report {
  private readonly diagnostics: PendingDiagnostic[] = []
  private errors = 0
  private beyond = 0
  exceeded: LimitExceeded | null = null

  add<C extends Code>(code: C, span: Span, details: Details<C>, fixes: readonly Fix[] = []): void {
    const entry = MESSAGES[code]
    if (entry.severity === 'error') this.errors++
    if (this.diagnostics.length >= MAX_DIAGNOSTICS) {
      this.beyond++
      return
    }
    const { start, end } = span
    this.diagnostics.push({ code, severity: entry.severity, message: entry.text(...details), start, end, fixes })
  }

  /** Records only the first exceeded budget. @param advice what to do in this case */
  exceed(limit: LimitExceeded, span: Span, advice: string | null = null): void {
    if (this.exceeded !== null) return
    this.exceeded = limit
    this.add('limit-exceeded', span, [limit.budget, limit.limit, advice])
  }

  /**
   * Withholds what `check` reports, so that the caller can report it elsewhere or not at all. An exceeded budget is
   * reported at once.
   */
  withheld<T>(check: () => T): { readonly result: T; readonly found: readonly PendingDiagnostic[] } {
    const from = this.diagnostics.length
    const result = check()
    const found = this.diagnostics.splice(from)
    this.errors -= found.filter(({ severity }) => severity === 'error').length
    for (const diagnostic of found) if (diagnostic.code === 'limit-exceeded') this.restore(diagnostic)
    return { result, found: found.filter(({ code }) => code !== 'limit-exceeded') }
  }

  /** Reports what was withheld. */
  restore(diagnostic: PendingDiagnostic): void {
    if (diagnostic.severity === 'error') this.errors++
    this.diagnostics.push(diagnostic)
  }

  /** Replaces what is reported so far; null drops a diagnostic. */
  revise(change: (diagnostic: PendingDiagnostic) => PendingDiagnostic | null): void {
    for (const diagnostic of this.diagnostics.splice(0)) {
      const revised = change(diagnostic)
      if (revised === null && diagnostic.severity === 'error') this.errors--
      if (revised !== null) this.diagnostics.push(revised)
    }
  }

  get hasErrors(): boolean {
    return this.errors > 0
  }

  get errorCount(): number {
    return this.errors
  }

  /** Returns the diagnostics with lines and columns, in the order of the text. */
  finish(lines: LineIndex): Diagnostic[] {
    const sorted = this.diagnostics.sort((a, b) => a.start - b.start || a.end - b.end)
    const distinct = sorted.filter(
      (d, i) => i === 0 || d.code !== sorted[i - 1]!.code || d.start !== sorted[i - 1]!.start,
    )
    if (this.beyond > 0) {
      const last = distinct[distinct.length - 1]!
      const { severity, text } = MESSAGES['more-problems']
      distinct.push({
        code: 'more-problems',
        severity,
        message: text(this.beyond),
        start: last.end,
        end: last.end,
        fixes: [],
      })
    }
    return distinct.map(({ code, severity, message, start, end, fixes }) => {
      const line = lines.line(start)
      const endLine = lines.line(end)
      const column = start - lines.start(line) + 1
      const endColumn = end - lines.start(endLine) + 1
      return { code, severity, message, start, end, line, column, endLine, endColumn, fixes }
    })
  }
}

export function replaceFix(title: string, span: Span, text: string): Fix {
  return { title, edits: [{ start: span.start, end: span.end, text }] }
}

export function insertFix(title: string, at: number, text: string): Fix {
  return { title, edits: [{ start: at, end: at, text }] }
}
