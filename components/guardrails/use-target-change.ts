import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { refusalOf, statusOf } from '../ui/server-calls'
import { useViewer } from '../ui/viewer'
import { type StoredTarget, type TargetKind, targetKey } from './target-data'
import { useUnsavedChange } from './use-unsaved-change'

/**
 * The unsaved change of a stored target, and its way to the server. It is saved as a change of the version that it was
 * made from. When a newer version was saved meanwhile, a dialog asks which of the two applies.
 */
export function useTargetChange<T extends StoredTarget, W>(given: {
  readonly kind: TargetKind
  readonly target: T
  /** The members of the target that are changed. */
  readonly inputOf: (target: T) => W
  /** Reads a stored draft; null for another shape. */
  readonly read: (draft: unknown) => W | null
  readonly send: (version: number, input: W) => Promise<T>
}) {
  const { kind, target, inputOf, read, send } = given
  const { id, version } = target
  const { person } = useViewer()
  const queries = useQueryClient()
  /** The open dialog; at most one is open. */
  const [dialog, setDialog] = useState<'conflict' | 'remove' | null>(null)
  const stored = inputOf(target)
  const unsaved = useUnsavedChange<W>({ key: `touchstone.${kind}/${person.id}/${id}`, version, stored, read })
  const { value, dirty, outdated, isStored, recoveredAt, discard } = unsaved
  const saving = useMutation({
    mutationFn: (sent: { readonly version: number; readonly input: W }) => send(sent.version, sent.input),
    onSuccess: (saved, { input }) => {
      unsaved.confirm(input, inputOf(saved), saved.version)
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
    value,
    dirty,
    outdated,
    isStored,
    recoveredAt,
    discard,
    dialog,
    setDialog,
    isSaving: saving.isPending,
    /** Whether the whole change was just saved. */
    isSaved: saving.isSuccess && !dirty,
    /** A newer version is no refusal: the dialog asks about it. */
    refusal: saving.error === null || statusOf(saving.error) === 412 ? null : refusalOf(saving.error),
    edit: (next: W) => {
      unsaved.change(next)
      saving.reset()
    },
    save: () => {
      if (outdated) setDialog('conflict')
      else if (dirty && !saving.isPending) saving.mutate({ version: unsaved.version, input: value })
    },
    /** Replaces the version that was saved meanwhile. */
    overwrite: () => saving.mutate({ version, input: value }),
    /** Discards the change and shows the version that was saved meanwhile. */
    takeTheirs: () => {
      discard()
      saving.reset()
      setDialog(null)
    },
  }
}

/** The change of a target of either kind, without its value. */
export type TargetChange = Omit<ReturnType<typeof useTargetChange>, 'value' | 'edit'>
