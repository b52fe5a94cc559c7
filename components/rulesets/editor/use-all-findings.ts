import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { LanguageState } from '../../editor/language-client'
import { type Analysis, analysisQuery } from '../../meaning/analysis'
import { refusalOf, useSettled } from '../../ui/server-calls'
import { useViewer } from '../../ui/shell/viewer'

/** Pause in typing before the server is asked the remaining questions, in milliseconds. */
const TYPING_PAUSE_MS = 1_500
const NONE: Analysis['findings'] = []

/** Adds the server's findings once typing pauses. Nothing waits for them. */
export function useAllFindings(
  state: LanguageState,
  text: string,
): {
  readonly state: LanguageState
  /** Says which questions are open; may be empty. */
  readonly note: string
} {
  const { namespace } = useViewer()
  const settled = useSettled(text, TYPING_PAUSE_MS)
  const isCurrent = settled === text && state.description !== null && state.findingsAreCurrent
  const query = useQuery({
    ...analysisQuery(namespace.id, { source: settled }),
    enabled: isCurrent,
    // Typing produces many versions of the text.
    gcTime: 60_000,
  })
  const analysis = isCurrent && query.data?.ok ? query.data.analysis : null
  const ofServer = analysis?.findings ?? NONE
  const merged = useMemo(() => withFindings(state, ofServer), [state, ofServer])
  const refusal = query.isError ? refusalOf(query.error) : query.data?.ok === false ? query.data.refusal : null
  if (state.description === null) return { state, note: '' }
  if (!isCurrent || (analysis === null && refusal === null))
    return { state: merged, note: 'The server checks for more when you stop typing.' }
  if (refusal !== null) return { state: merged, note: `The server could not check for more. ${refusal.message}` }
  return { state: merged, note: (analysis?.open ?? []).map(({ sentence }) => sentence).join(' ') }
}

function withFindings(state: LanguageState, ofServer: Analysis['findings']): LanguageState {
  const known = new Set(state.findings.map(({ sentence }) => sentence))
  const more = ofServer.filter(({ sentence }) => !known.has(sentence))
  if (more.length === 0) return state
  const listed = more.map(({ place, witness, implied, implied_by, ...finding }) => ({
    ...finding,
    place: place && { line: place.line, column: place.column, endLine: place.end_line, endColumn: place.end_column },
    implication: implied === undefined ? null : { implied, by: implied_by ?? [] },
    witness: witness ?? null,
    // Only the browser makes edits, because it has the text.
    fix: null,
  }))
  return { ...state, findings: [...state.findings, ...listed] }
}
