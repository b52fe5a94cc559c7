'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { NEW_RULESET_NAME, NEW_RULESET_NAME_RULE } from '../../../server/api/terms/ruleset-terms'
import { Button, Field, TextEntry } from '../../ui/controls'
import { ConfirmDialog, FormDialog } from '../../ui/dialog'
import { RefusalNotice } from '../../ui/notice'
import { refusalOf, server } from '../../ui/server-calls'
import { useViewer } from '../../ui/shell/viewer'

/** Renames or archives a ruleset, or restores it. */
export function NameDialog(props: {
  readonly name: string
  readonly archived: boolean
  readonly onClose: () => void
  /** Called instead of `onClose` after a rename. */
  readonly onRenamed: (to: string) => void
}) {
  const { name, archived, onClose, onRenamed } = props
  const [to, setTo] = useState(name)
  const changed = useShowChange(name)
  const rename = useMutation({
    mutationFn: (wanted: string) => server.names.rename.mutate({ name, to: wanted }),
    onSuccess: async (_, wanted) => {
      await changed()
      onRenamed(wanted)
    },
  })
  const file = useMutation({
    mutationFn: () => (archived ? server.names.restore : server.names.archive).mutate({ name }),
    onSuccess: async () => {
      await changed()
      onClose()
    },
  })
  if (archived)
    return (
      <ConfirmDialog
        title={`Restore ${name}`}
        verb="Restore"
        isPending={file.isPending}
        refusal={file.isError ? refusalOf(file.error) : null}
        onConfirm={() => file.mutate()}
        onClose={onClose}
      >
        <p>Lists and searches show the ruleset again.</p>
      </ConfirmDialog>
    )
  const wanted = to.trim()
  const isUsable = NEW_RULESET_NAME.test(wanted)
  const failed = rename.isError ? rename.error : file.isError ? file.error : null
  return (
    <FormDialog
      title={`Rename or archive ${name}`}
      onClose={onClose}
      action="Rename"
      actionUnderWay="Renaming…"
      isUnderWay={rename.isPending}
      onSubmit={() => {
        if (isUsable && wanted !== name) rename.mutate(wanted)
      }}
    >
      <Field
        label="New name"
        hint="The old name keeps pointing at its revision and says what replaced it, so links, receipts and programs keep working. Test cases follow the new name."
        problem={wanted === '' || isUsable ? null : `A name consists of ${NEW_RULESET_NAME_RULE}.`}
      >
        {(bound) => <TextEntry {...bound} value={to} maxLength={300} onChange={({ target }) => setTo(target.value)} />}
      </Field>
      <div className="flex flex-wrap items-center gap-3 border-t border-line pt-4">
        <p className="min-w-48 flex-1 text-sm text-ink-soft">
          An archived ruleset is left out of lists and searches. Nothing is removed, and it can be restored.
        </p>
        <Button aria-busy={file.isPending} onClick={() => !file.isPending && file.mutate()}>
          Archive
        </Button>
      </div>
      {failed !== null && <RefusalNotice refusal={refusalOf(failed)} />}
    </FormDialog>
  )
}

function useShowChange(name: string): () => Promise<unknown> {
  const queries = useQueryClient()
  const { namespace } = useViewer()
  return () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: ['rulesets', namespace.id] }),
      queries.invalidateQueries({ queryKey: ['ruleset', namespace.id, name] }),
      queries.invalidateQueries({ queryKey: ['search', namespace.id] }),
    ])
}
