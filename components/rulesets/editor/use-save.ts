import { useMutation, useQueryClient } from '@tanstack/react-query'
import { personName } from '../../ui/lists'
import { server } from '../../ui/server-calls'
import { useViewer } from '../../ui/shell/viewer'
import { type LabelRequest, type NewerRevision, type OpenedRuleset, rulesetQuery } from '../ruleset-data'
import type { MergeConflict } from './merge-texts'
import type { WorkingCopy } from './use-working-copy'

interface SaveRequest {
  readonly name: string
  readonly message: string
  readonly label: LabelRequest | undefined
  /** The revision that this one follows; null for a new name. */
  readonly base: string | null
}

export interface SavedText {
  readonly name: string
  readonly hash: string
  readonly savedAt: string
}

/**
 * Saves the text. The answer replaces the cached ruleset, so that the page can detect another person's newer revision.
 */
export function useSave(
  copy: WorkingCopy,
  callbacks: {
    readonly onSaved: (saved: SavedText) => void
    readonly onConflict: (theirs: NewerRevision) => void
  },
) {
  const { namespace, person } = useViewer()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ name, message, label, base }: SaveRequest) => {
      const source = copy.now().text
      const savedMessage = message.trim() === '' ? null : message
      const input = { namespaceId: namespace.id, name, source, message: savedMessage, base, label }
      return { answer: await server.revisions.save.mutate(input), source, savedMessage }
    },
    onSuccess: async ({ answer, source, savedMessage }, { name }) => {
      const { queryKey } = rulesetQuery(namespace.id, name)
      // A pending answer would be older than this one.
      await queries.cancelQueries({ queryKey })
      const mine = answer.kind === 'saved' && {
        hash: answer.hash,
        source: answer.source,
        savedAt: answer.savedAt,
        message: savedMessage,
        savedBy: `${person.name} <${person.email}>`,
      }
      const latest = answer.kind === 'conflict' ? answer.theirs : (answer.newer ?? mine)
      if (latest !== false)
        queries.setQueryData<OpenedRuleset>(queryKey, (former) =>
          former === undefined || former.hash === latest.hash
            ? former
            : { ...former, ...latest, approval: 'none', approvalReason: null },
        )
      if (answer.kind === 'saved') {
        copy.confirm({ hash: answer.hash, source: answer.source }, source)
        callbacks.onSaved({ name, hash: answer.hash, savedAt: answer.savedAt })
      } else callbacks.onConflict(answer.theirs)
      void queries.invalidateQueries({ queryKey })
      void queries.invalidateQueries({ queryKey: ['rulesets', namespace.id] })
    },
  })
}

export interface MergeReport {
  readonly who: string
  readonly conflicts: readonly MergeConflict[]
}

/** Merges the newer revision into the editor as an edit. The text is then based on that revision. */
export function useMerge(copy: WorkingCopy) {
  return useMutation({
    mutationFn: async (theirs: Pick<NewerRevision, 'hash' | 'savedBy' | 'source'>): Promise<MergeReport> => {
      const { hash, source, savedBy } = theirs
      if (source === null) throw new Error('the newer revision is damaged')
      const base = copy.now().base
      const [{ mergeTexts }, began] = await Promise.all([import('./merge-texts'), baseText(base)])
      // Includes text typed in the meantime.
      const { text, conflicts } = mergeTexts(began, copy.now().text, source, savedBy)
      copy.replace(text, { hash, source })
      return { who: personName(savedBy), conflicts }
    },
  })
}

async function baseText({ hash, source }: WorkingCopy['base']): Promise<string> {
  if (source !== null) return source
  return hash === null ? '' : (await server.revisions.source.query({ hash })).source
}
