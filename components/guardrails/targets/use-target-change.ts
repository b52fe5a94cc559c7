import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { refusalOf, statusOf } from '../../ui/server-calls'
import { useViewer } from '../../ui/shell/viewer'
import { type StoredTarget, type TargetKind, targetKey } from './target-data'
import { useUnsavedChange } from './use-unsaved-change'

/**
 * The unsaved change of a target. It is saved against the version it was made from; if a newer version exists, a dialog
 * asks which one to keep.
 */
export function useTargetChange<T extends StoredTarget, W>(given: {
  readonly kind: TargetKind
  readonly target: T
  /** Returns the members that can change. */
  readonly inputOf: (target: T) => W
  /** Reads a stored draft; null for another shape. */
  readonly read: (draft: unknown) => W | null
  readonly send: (version: number, input: W) => Promise<T>
}) {
  const { kind, target, inputOf, read, send } = given
  const { id, version } = target
  const { person } = useViewer()
  const queries = useQueryClient()
  /** At most one dialog is open. */
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
    /** Whether the whole change has just been saved. */
    isSaved: saving.isSuccess && !dirty,
    /** A newer version is not shown as a refusal, because the dialog asks about it. */
    refusal: saving.error === null || statusOf(saving.error) === 412 ? null : refusalOf(saving.error),
    edit: (next: W) => {
      unsaved.change(next)
      saving.reset()
    },
    save: () => {
      if (outdated) setDialog('conflict')
      else if (dirty && !saving.isPending) saving.mutate({ version: unsaved.version, input: value })
    },
    /** Replaces the newer version. */
    overwrite: () => saving.mutate({ version, input: value }),
    /** Discards the change and shows the newer version. */
    takeTheirs: () => {
      discard()
      saving.reset()
      setDialog(null)
    },
  }
}

/** The change without its value. */
export type TargetChange = Omit<ReturnType<typeof useTargetChange>, 'value' | 'edit'>
