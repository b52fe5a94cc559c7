import { useMutation, useQueryClient } from '@tanstack/react-query'
import { server } from '../ui/server-calls'
import { useViewer } from '../ui/viewer'
import type { LabelRequest } from './label-choice'
import { type NewerRevision, type OpenedRuleset, rulesetQuery } from './ruleset-data'
import type { WorkingCopy } from './use-working-copy'

export interface SaveRequest {
  readonly name: string
  readonly message: string
  readonly label: LabelRequest | undefined
  /** The revision that the text is saved after; null for a new name. */
  readonly base: string | null
}

export interface SavedText {
  readonly name: string
  readonly hash: string
  readonly savedAt: string
}

/**
 * Saves the text as it stands. What comes back is what the whole page knows from then on: a newer revision of somebody
 * else is found there by comparing, whoever told of it.
 */
export function useSave(
  copy: WorkingCopy,
  told: {
    readonly onSaved: (saved: SavedText) => void
    readonly onConflict: (theirs: NewerRevision) => void
  },
) {
  const { namespace, person } = useViewer()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ name, message, label, base }: SaveRequest) => {
      const source = copy.now().text
      const said = message.trim() === '' ? null : message
      const asked = { namespaceId: namespace.id, name, source, message: said, base, label }
      return { answer: await server.revisions.save.mutate(asked), source, said }
    },
    onSuccess: async ({ answer, source, said }, { name }) => {
      const { queryKey } = rulesetQuery(namespace.id, name)
      // An answer that is under way is older than this one.
      await queries.cancelQueries({ queryKey })
      const mine = answer.kind === 'saved' && {
        ...{ hash: answer.hash, source: answer.source, savedAt: answer.savedAt, message: said },
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
        told.onSaved({ name, hash: answer.hash, savedAt: answer.savedAt })
      } else told.onConflict(answer.theirs)
      void queries.invalidateQueries({ queryKey })
      void queries.invalidateQueries({ queryKey: ['rulesets', namespace.id] })
    },
  })
}
