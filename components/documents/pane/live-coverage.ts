import { useEffect, useMemo, useState } from 'react'
import { citingRuleOf, type DocumentCoverage, measureCoverage } from '../../../server/documents/coverage'
import type { PlacedRule } from '../../../server/engine/explain/placed-rules'
import type { LanguageClient } from '../../editor/language-client'
import type { OpenedDocument } from '../document-data'

/** Milliseconds without typing until the text is read again. */
const READ_PAUSE_MS = 200

/** The rules of the last text that compiled; null before there was one. */
export interface LiveRules {
  readonly rules: readonly PlacedRule[] | null
  /** Whether they are of the current text. */
  readonly isCurrent: boolean
}

const NO_RULES: LiveRules = { rules: null, isCurrent: false }

export function useLiveRules(client: LanguageClient | null, source: string): LiveRules {
  const [live, setLive] = useState(NO_RULES)
  useEffect(() => {
    let isOutdated = false
    const timer = setTimeout(() => {
      void client?.ask(source, { about: 'citing' }).then((answer) => {
        if (isOutdated || answer.about !== 'citing') return
        const { result } = answer
        setLive((former) => ({ rules: result ?? former.rules, isCurrent: result !== null }))
      })
    }, READ_PAUSE_MS)
    return () => {
      isOutdated = true
      clearTimeout(timer)
    }
  }, [client, source])
  return live
}

/** Null without a document, or before the first text that compiled. */
export function useLiveCoverage(
  document: OpenedDocument | null,
  rules: readonly PlacedRule[] | null,
): DocumentCoverage | null {
  return useMemo(() => {
    if (document === null || rules === null) return null
    const { label, text, clauses } = document
    const marks = new Map(clauses.flatMap(({ start, mark }) => (mark === null ? [] : [[start, mark] as const])))
    return measureCoverage(
      text,
      { clauses, marks },
      rules.map((rule) => citingRuleOf(rule, label)),
    )
  }, [document, rules])
}

/** Labels of the documents that the rules cite, in the order of the text. */
export function citedLabels(rules: readonly PlacedRule[]): readonly string[] {
  const byLine = rules.flatMap(({ citations, lines }) =>
    citations.map(({ document }, position) => ({ document, line: lines[position] ?? 0 })),
  )
  return [...new Set(byLine.sort((a, b) => a.line - b.line).map(({ document }) => document))]
}

/**
 * The rule that a click on a clause leads to: the next one after the cursor that cites it, or else the first.
 * @param names of the rules that cite the clause
 */
export function nextRule(rules: readonly PlacedRule[], names: readonly string[], line: number): PlacedRule | null {
  const citing = rules.filter(({ name }) => names.includes(name)).sort((a, b) => a.line - b.line)
  return citing.find((rule) => rule.firstLine > line) ?? citing[0] ?? null
}
