import { useMutation } from '@tanstack/react-query'
import { server } from '../ui/server-calls'
import type { MergeConflict } from './merge-texts'
import { personName } from './person-name'
import type { NewerRevision } from './ruleset-data'
import type { WorkingCopy } from './use-working-copy'

export interface MergeReport {
  readonly who: string
  readonly conflicts: readonly MergeConflict[]
}

/** Puts the changes of both into the editor, as an edit; from then on the text is made from theirs. */
export function useMerge(copy: WorkingCopy) {
  return useMutation({
    mutationFn: async (theirs: Pick<NewerRevision, 'hash' | 'savedBy' | 'source'>): Promise<MergeReport> => {
      const { hash, source, savedBy } = theirs
      if (source === null) throw new Error('the newer revision is damaged')
      const base = copy.now().base
      const [{ mergeTexts }, began] = await Promise.all([import('./merge-texts'), baseText(base)])
      // What was typed while these came is part of it.
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
