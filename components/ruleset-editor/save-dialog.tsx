'use client'

import { RULESET_NAME, RULESET_NAME_RULE } from '../../server/contract/ruleset-name'
import type { PageRefusal } from '../calls/page-refusal'
import { Button } from '../controls/button'
import { Dialog } from '../controls/dialog'
import { Field, LongEntry, TextEntry } from '../controls/field'
import { Notice } from '../controls/notice'
import { RefusalNotice } from '../controls/refusal-notice'

export interface SaveWords {
  readonly name: string
  readonly message: string
}

/** Asks for what is said of a revision; whatever goes wrong, the words stay. */
export function SaveDialog(props: {
  /** Whether the ruleset still needs a name. */
  readonly fresh: boolean
  readonly words: SaveWords
  readonly errors: number
  readonly saving: boolean
  readonly refusal: PageRefusal | null
  /** Who has the name already, and since when; null where nobody has. */
  readonly taken: string | null
  readonly onWords: (words: SaveWords) => void
  readonly onSave: () => void
  readonly onClose: () => void
}) {
  const { fresh, words, errors, saving, refusal, taken, onWords, onSave, onClose } = props
  const name = words.name.trim()
  const fits = !fresh || RULESET_NAME.test(name)
  return (
    <Dialog
      open
      onClose={onClose}
      title={fresh ? 'Save as a new ruleset' : `Save ${words.name}`}
      description="The text becomes a revision with a hash of its own. Earlier revisions stay as they are."
      actions={
        <>
          <Button onClick={onClose}>Keep editing</Button>
          <Button look="primary" type="submit" form="save-revision" disabled={saving}>
            {saving ? 'Saving …' : 'Save revision'}
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
            hint="What people and programs call it. A slash makes a path of it, such as travel/meals."
            problem={name !== '' && !fits ? `A name is made of ${RULESET_NAME_RULE}.` : taken}
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
        <Field label="Message (optional)" hint="What changed and why, for whoever reads the history.">
          {(bound) => (
            <LongEntry
              {...bound}
              maxLength={2_000}
              value={words.message}
              onChange={({ target }) => onWords({ ...words, message: target.value })}
            />
          )}
        </Field>
        {errors > 0 && (
          <Notice kind="warning">
            The text has {errors === 1 ? 'an error' : `${errors} errors`}: the server stores only what compiles. Until
            then it stays in this browser.
          </Notice>
        )}
        {refusal !== null && !saving && <RefusalNotice refusal={refusal} />}
      </form>
    </Dialog>
  )
}
