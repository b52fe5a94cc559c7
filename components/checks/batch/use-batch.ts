import { useEffect, useRef, useState } from 'react'
import type { RulesetDescription } from '../../editor/ruleset-description'
import { BatchAnswers } from './batch-answers'
import { type BatchInput, openBatchInput, UnreadableRecordsError } from './batch-input'
import { Deciders } from './deciders'
import type { BatchForm } from './record-scanner'
import { type BatchEnd, runBatch } from './run-batch'

export type BatchState =
  | { readonly status: 'empty'; readonly problem: string | null }
  | { readonly status: 'opening'; readonly fileName: string }
  | { readonly status: 'ready'; readonly input: BatchInput }
  | BatchRunState

export interface EarlierAnswers {
  readonly rulesetHash: string
  readonly answers: BatchAnswers
}

export interface BatchRunState {
  readonly status: 'running' | 'ended'
  readonly input: BatchInput
  readonly description: RulesetDescription
  readonly answers: BatchAnswers
  readonly rulesetHash: string
  /** Answers of another revision to the same file. */
  readonly earlier: EarlierAnswers | null
  readonly unitLibraryHash: string | null
  /** Changes with every part, whereas `answers` stays the same object. */
  readonly partCount: number
  /** Null while it runs. */
  readonly end: BatchEnd | null
  /** In milliseconds. */
  readonly took: number
}

/** In milliseconds. */
const DRAW_INTERVAL_MS = 200

/** Holds one file: opened, run on a revision, and kept until another is chosen. */
export function useBatch(hash: string, description: RulesetDescription) {
  const [state, setState] = useState<BatchState>({ status: 'empty', problem: null })
  const work = useRef<AbortController | null>(null)
  const deciders = useRef<Deciders | null>(null)
  useEffect(() => {
    const made = new Deciders()
    deciders.current = made
    return () => {
      work.current?.abort()
      made.stop()
    }
  }, [])

  const begin = () => {
    work.current?.abort()
    work.current = new AbortController()
    return work.current.signal
  }

  const open = async (file: File, form: BatchForm) => {
    const signal = begin()
    setState({ status: 'opening', fileName: file.name })
    const opened = await openBatchInput(file, form, description.recordFields, signal).catch((error: unknown) =>
      error instanceof UnreadableRecordsError ? error.message : 'The file cannot be read.',
    )
    if (signal.aborted) return
    setState(typeof opened === 'string' ? { status: 'empty', problem: opened } : { status: 'ready', input: opened })
  }

  const run = async (opened: BatchInput) => {
    const signal = begin()
    if (deciders.current === null) return
    const input = opened.under(description.recordFields)
    const answers = new BatchAnswers(
      description.assertions.map(({ name }) => name),
      input.rows,
    )
    const began = performance.now()
    let shown: BatchRunState = {
      status: 'running',
      input,
      description,
      answers,
      rulesetHash: hash,
      earlier: earlierAnswers(state, hash),
      unitLibraryHash: null,
      partCount: 0,
      end: null,
      took: 0,
    }
    let drawn = 0
    const show = (part: Partial<BatchRunState>) => {
      shown = { ...shown, ...part, took: performance.now() - began }
      // Drawing every part would take longer than the parts do.
      if (shown.end !== null || drawn === 0) setState(shown)
      if (drawn === 0)
        drawn = window.setTimeout(() => {
          drawn = 0
          if (work.current?.signal === signal) setState(shown)
        }, DRAW_INTERVAL_MS)
    }
    show({})
    const end = await runBatch({
      input,
      rulesetHash: hash,
      deciders: deciders.current,
      signal,
      onPart: (from, answer) => {
        if (work.current?.signal !== signal) return
        answers.add(from, answer)
        show({ partCount: shown.partCount + 1, unitLibraryHash: answer.unit_library_hash })
      },
    })
    if (work.current?.signal === signal) show({ status: 'ended', end })
  }

  const cancel = () => work.current?.abort()
  const clear = () => {
    begin()
    setState({ status: 'empty', problem: null })
  }
  return { state, open, run, cancel, clear }
}

/** Returns the last complete answers of another revision. */
function earlierAnswers(state: BatchState, hash: string): EarlierAnswers | null {
  if (!('answers' in state)) return null
  const { rulesetHash, answers, end, earlier } = state
  if (rulesetHash === hash) return earlier
  return end?.kind === 'finished' ? { rulesetHash, answers } : null
}
