'use client'

import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { NEW_RULESET_NAME, NEW_RULESET_NAME_RULE } from '../../../server/api/terms/ruleset-terms'
import { hasFailing, runInWords } from '../../checks/cases/test-case-runs'
import { Button, Field, LongEntry, TextEntry } from '../../ui/controls'
import { Dialog } from '../../ui/dialog'
import { Notice, RefusalNotice } from '../../ui/notice'
import { type PageRefusal, refusalOf, server } from '../../ui/server-calls'

export interface SaveWords {
  readonly name: string
  readonly message: string
}

/** Entries survive a failure. */
export function SaveDialog(props: {
  /** Whether the ruleset still needs a name. */
  readonly fresh: boolean
  readonly words: SaveWords
  /** The text to save. */
  readonly source: () => string
  readonly errors: number
  readonly saving: boolean
  readonly refusal: PageRefusal | null
  /** Why the name is not available. */
  readonly taken: string | null
  readonly onWords: (words: SaveWords) => void
  readonly onSave: () => void
  readonly onClose: () => void
}) {
  const { fresh, words, source, errors, saving, refusal, taken, onWords, onSave, onClose } = props
  const name = words.name.trim()
  const fits = !fresh || NEW_RULESET_NAME.test(name)
  return (
    <Dialog
      open
      onClose={onClose}
      title={fresh ? 'Save as a new ruleset' : `Save ${words.name}`}
      description="The text becomes a revision with its own hash. Earlier revisions do not change."
      actions={
        <>
          <Button onClick={onClose}>Continue editing</Button>
          <Button look="primary" type="submit" form="save-revision" disabled={saving}>
            {saving ? 'Saving…' : 'Save revision'}
          </Button>
        </>
      }
    >
      <form
        id="save-revision"
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (fits && !saving) onSave()
        }}
        onKeyDown={(event) => {
          if ((event.ctrlKey || event.metaKey) && event.key === 'Enter' && fits && !saving) onSave()
        }}
      >
        {fresh && (
          <Field
            label="Name"
            hint="The name that people and programs use. A slash makes it a path, for example travel/meals."
            problem={name !== '' && !fits ? `A name consists of ${NEW_RULESET_NAME_RULE}.` : taken}
          >
            {(bound) => (
              <TextEntry
                {...bound}
                required
                maxLength={128}
                autoComplete="off"
                value={words.name}
                onChange={({ target }) => onWords({ ...words, name: target.value })}
              />
            )}
          </Field>
        )}
        <Field label="Message (optional)" hint="What changed and why, for readers of the history.">
          {(bound) => (
            <LongEntry
              {...bound}
              maxLength={2_000}
              value={words.message}
              onChange={({ target }) => onWords({ ...words, message: target.value })}
            />
          )}
        </Field>
        {!fresh && errors === 0 && <FailingCases name={name} source={source} />}
        <OwnApprovalNotice name={fresh ? null : name} source={source} />
        {errors > 0 && (
          <Notice kind="warning">
            The text has {errors === 1 ? 'an error' : `${errors} errors`}. The server only stores text that compiles.
            Until then, the text stays in this browser.
          </Notice>
        )}
        {refusal !== null && !saving && <RefusalNotice refusal={refusal} />}
      </form>
    </Dialog>
  )
}

/** Warns before a save if test cases do not pass on the new text. */
function FailingCases({ name, source }: { readonly name: string; readonly source: () => string }) {
  const dialog = useId()
  const run = useQuery({
    queryKey: ['test cases before a save', dialog],
    queryFn: () => server.testCases.runAll.mutate({ name, source: source() }),
    gcTime: 0,
    retry: false,
  })
  if (run.isPending) return <p className="text-sm text-ink-faint">Running the test cases of “{name}”…</p>
  if (run.isError)
    return <p className="text-sm text-ink-soft">The test cases were not run: {refusalOf(run.error).message}</p>
  const words = runInWords(name, run.data).join(' ')
  if (!hasFailing(run.data)) return <p className="text-sm text-ink-soft">{words}</p>
  return (
    <Notice kind="warning" title="Test cases fail on this text">
      <p>{words} You can still save it.</p>
    </Notice>
  )
}

/** Warns before a save that it ends the author's own approval of the same bytes. */
function OwnApprovalNotice({ name, source }: { readonly name: string | null; readonly source: () => string }) {
  const dialog = useId()
  const own = useQuery({
    queryKey: ['ends own approval', dialog],
    queryFn: () => server.revisions.endsOwnApproval.mutate({ name, source: source() }),
    gcTime: 0,
  })
  if (own.isError) return <RefusalNotice refusal={refusalOf(own.error)} onRetry={() => void own.refetch()} />
  if (own.data !== true) return null
  return (
    <Notice kind="warning" title="Your own approval will stop counting">
      <p>
        You signed an approval of exactly this text. If you save it you become one of its authors, and in this namespace
        only a person who is not an author can approve. Other people’s approvals are not affected.
      </p>
    </Notice>
  )
}
