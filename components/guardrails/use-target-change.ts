import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { refusalOf, statusOf } from '../ui/page-refusal'
import { useViewer } from '../ui/viewer'
import { type StoredTarget, targetKey } from './target-data'
import type { TargetKind } from './target-kinds'
import { useKeptChange } from './use-kept-change'

/**
 * What somebody changes of a stored target, and its way to the server. It is saved as a change of the version that it
 * was made from: where somebody else saved meanwhile, whoever comes second is asked which of the two is to hold.
 */
export function useTargetChange<T extends StoredTarget, W>(given: {
  readonly kind: TargetKind
  readonly target: T
  /** What of the target is changed. */
  readonly wishOf: (target: T) => W
  /** Of what this browser kept; null for what has another shape. */
  readonly read: (kept: unknown) => W | null
  readonly send: (version: number, wish: W) => Promise<T>
}) {
  const { kind, target, wishOf, read, send } = given
  const { id, version } = target
  const { person } = useViewer()
  const queries = useQueryClient()
  /** At most one is open. */
  const [dialog, setDialog] = useState<'conflict' | 'remove' | null>(null)
  const stored = wishOf(target)
  const kept = useKeptChange<W>({ key: `touchstone.${kind}/${person.id}/${id}`, version, stored, read })
  const { value, dirty, outdated, keeps, recoveredAt, discard } = kept
  const saving = useMutation({
    mutationFn: (sent: { readonly version: number; readonly wish: W }) => send(sent.version, sent.wish),
    onSuccess: (saved, { wish }) => {
      kept.confirm(wish, wishOf(saved), saved.version)
      queries.setQueryData(targetKey(kind, id), saved)
      setDialog(null)
    },
    onError: async (error) => {
      if (statusOf(error) !== 412) return
      await queries.invalidateQueries({ queryKey: targetKey(kind, id) })
      setDialog('conflict')
    },
  })
  return {
    ...{ value, dirty, outdated, keeps, recoveredAt, discard, dialog, setDialog },
    isSaving: saving.isPending,
    /** Whether all of it was just saved. */
    isSaved: saving.isSuccess && !dirty,
    /** A newer version is no refusal: it is asked about. */
    refusal: saving.error === null || statusOf(saving.error) === 412 ? null : refusalOf(saving.error),
    edit: (next: W) => {
      kept.change(next)
      saving.reset()
    },
    save: () => {
      if (outdated) setDialog('conflict')
      else if (dirty && !saving.isPending) saving.mutate({ version: kept.version, wish: value })
    },
    /** In place of what somebody else saved. */
    overwrite: () => saving.mutate({ version, wish: value }),
    /** Gives the change up for what somebody else saved. */
    takeTheirs: () => {
      discard()
      saving.reset()
      setDialog(null)
    },
  }
}

/** A change of whatever is changed. */
export type TargetChange = Omit<ReturnType<typeof useTargetChange>, 'value' | 'edit'>
