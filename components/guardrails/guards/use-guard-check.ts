import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type PageRefusal, refusalOf, server } from '../../ui/server-calls'
import { claimsQuery, type ToolGuardInput } from './guard-data'
import { type GuardDraft, inputOf } from './guard-draft'
import { type GuardProblems, judgedPart, localProblems, placeMistakes, unchangedMistakes } from './guard-problems'

const NO_PROBLEMS: GuardProblems = new Map()

/**
 * Finds all mistakes of a draft at once, by the page and by the engine, and moves the focus to the first. After that, a
 * mistake goes when its entry changes.
 */
export function useGuardCheck(draft: GuardDraft) {
  const queries = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const [checked, setChecked] = useState<{ readonly draft: GuardDraft; readonly mistakes: GuardProblems } | null>(null)
  const [isChecking, setIsChecking] = useState(false)
  const [refusal, setRefusal] = useState<PageRefusal | null>(null)
  const requestOf = useCallback(
    async (of: GuardDraft): Promise<ToolGuardInput> =>
      inputOf(of, await queries.fetchQuery(claimsQuery(of.rulesetHash)).catch(() => [])),
    [queries],
  )
  // After the entries are marked, however late React draws them.
  useEffect(() => {
    if (checked !== null) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [checked])
  /** @returns whether the draft has no mistakes */
  const check = async (): Promise<boolean> => {
    setIsChecking(true)
    setRefusal(null)
    try {
      const local = localProblems(draft)
      const { ruleset_hash, map } = await requestOf(judgedPart(draft, local))
      const mistakes = local.has('ruleset_hash')
        ? NO_PROBLEMS
        : placeMistakes(await server.calls.guardMistakes.mutate({ ruleset_hash, map }), draft)
      setChecked({ draft, mistakes })
      return local.size + mistakes.size === 0
    } catch (error) {
      setRefusal(refusalOf(error))
      return false
    } finally {
      setIsChecking(false)
    }
  }
  const problems =
    checked === null
      ? NO_PROBLEMS
      : new Map([...unchangedMistakes(checked.mistakes, checked.draft, draft), ...localProblems(draft)])
  return { form, problems, isChecking, refusal, check, requestOf }
}
