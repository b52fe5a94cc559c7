'use client'

import clsx from 'clsx'
import { PenLine } from 'lucide-react'
import { type FormEvent, useId, useRef, useState } from 'react'
import { Button, Field, LongEntry, TextEntry } from '../ui/controls'
import { RefusalNotice } from '../ui/notice'
import { useViewer } from '../ui/shell/viewer'
import { CHOSEN_MEANINGS, type ChosenMeaning, MEANING_WORDS } from './meanings'
import type { Sheet, SheetMeaning } from './sheet'
import { endOfDay, type SigningDraft } from './signing-draft'
import { FailingCasesNotice } from './test-cases-section'
import type { Ceremony } from './use-ceremony'
import type { ShownMeaning } from './use-meaning'

/** Asks what the signature means. The proof follows in a dialog. */
export function SigningPanel(props: {
  readonly sheet: Sheet
  /** Nothing can be signed before this is shown. */
  readonly shown: ShownMeaning
  readonly draft: SigningDraft
  readonly onChange: (changed: Partial<SigningDraft>) => void
  readonly ceremony: Ceremony
  /** Reloads the sheet. */
  readonly onReload: () => void
}) {
  const { sheet, shown, draft, onChange, ceremony, onReload } = props
  const meaning = shown.status === 'shown' ? shown.meaning : undefined
  const { person } = useViewer()
  const [missing, setMissing] = useState(false)
  const noteEntry = useRef<HTMLTextAreaElement>(null)
  const id = useId()
  const wanted = draft.meaning === 'changes_requested'
  const noteMissing = missing && wanted && draft.note.trim() === ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(true)
    if (draft.meaning === null) document.getElementById(`${id}-approved`)?.focus()
    else if (wanted && draft.note.trim() === '') noteEntry.current?.focus()
    else if (meaning !== undefined) ceremony.prepare(preparationRequest(sheet, meaning, draft, draft.meaning))
  }
  return (
    <section id="sign" aria-labelledby={`${id}-title`} className="scroll-mt-4 print:hidden" data-testid="signing-panel">
      <form onSubmit={submit} noValidate className="rounded-lg border border-line bg-surface p-4 sm:p-5">
        <h2 id={`${id}-title`} className="text-xl font-semibold">
          Sign
        </h2>
        <p className="mt-1 text-ink-soft">
          Your signature covers exactly the ruleset and the review text on this page
          {meaning?.comparison == null ? '' : ', and the comparison in meaning'}. Their hashes are listed under{' '}
          <a href="#exact-bytes" className="text-accent underline">
            Exact bytes
          </a>
          .
        </p>
        <div className="mt-4 flex flex-col gap-4">
          <FailingCasesNotice cases={meaning?.cases ?? null} />
          <MeaningChoice
            id={id}
            chosen={draft.meaning}
            barred={sheet.may.approve ? null : sheet.may.reason}
            missing={missing && draft.meaning === null}
            onChoose={(meaning) => onChange({ meaning })}
          />
          <Field
            label={wanted ? 'Note: what must change' : 'Note (optional)'}
            hint="Printed with your signature; it cannot be changed later."
            problem={noteMissing ? 'Say what must change, so that the author can act on it.' : null}
          >
            {(bound) => (
              <LongEntry
                {...bound}
                ref={noteEntry}
                value={draft.note}
                onChange={(event) => onChange({ note: event.target.value })}
              />
            )}
          </Field>
          {draft.meaning === 'approved' && (
            <Field
              label="Last day of the approval (optional)"
              hint="The approval is valid through the end of this day (UTC). Leave it empty for no expiry."
            >
              {(bound) => (
                <TextEntry
                  {...bound}
                  type="date"
                  className="max-w-48"
                  value={draft.lastDay}
                  onChange={(event) => onChange({ lastDay: event.target.value })}
                />
              )}
            </Field>
          )}
          <div>
            <p className="text-sm font-medium">Printed name</p>
            <p>
              {person.name} <span className="wrap-anywhere text-ink-faint">{person.email}</span>
            </p>
            <p className="text-sm text-ink-faint">From your account. The server adds the time when you sign.</p>
          </div>
          {ceremony.preparationRefused !== null && (
            <RefusalNotice refusal={ceremony.preparationRefused} onRetry={onReload} />
          )}
          <div>
            <Button
              type="submit"
              look="primary"
              disabled={ceremony.preparing || meaning === undefined}
              className="h-9 px-4"
            >
              <PenLine size={15} aria-hidden /> {buttonText(ceremony.preparing, shown)}
            </Button>
            <p className="mt-1.5 text-sm text-ink-faint">
              {shown.status === 'failed' || shown.status === 'other base' ? (
                <>
                  You can sign once the comparison in meaning is shown.{' '}
                  <a href="#changes" className="text-accent underline">
                    Load it again
                  </a>
                </>
              ) : (
                'You will be asked to prove who you are before anything is signed.'
              )}
            </p>
          </div>
        </div>
      </form>
    </section>
  )
}

function buttonText(isPreparing: boolean, { status }: ShownMeaning): string {
  if (isPreparing) return 'Preparing the statement…'
  return status === 'comparing' ? 'Comparing the meaning…' : 'Continue to sign'
}

/** Returns the request that the server turns into a statement. */
export function preparationRequest(
  sheet: Sheet,
  { comparison }: Pick<SheetMeaning, 'comparison'>,
  { note, lastDay }: SigningDraft,
  meaning: NonNullable<SigningDraft['meaning']>,
) {
  const { rulesetHash: hash, reviewDigest, unitLibraryHash, engineVersion } = sheet
  return {
    hash,
    meaning,
    note: note.trim() === '' ? null : note.trim(),
    expiresAt: meaning === 'approved' ? endOfDay(lastDay) : null,
    withdraws: null,
    reviewDigest,
    unitLibraryHash,
    engineVersion,
    comparisonDigest: comparison?.sha256 ?? null,
    citationsDigest: sheet.citations?.digest ?? null,
  }
}

/** Native radio buttons for the meaning of the signature. */
function MeaningChoice(props: {
  readonly id: string
  readonly chosen: ChosenMeaning | null
  /** Why this person cannot choose `approved`. */
  readonly barred: string | null
  readonly missing: boolean
  readonly onChoose: (meaning: ChosenMeaning) => void
}) {
  const { id, chosen, barred, missing, onChoose } = props
  return (
    <fieldset aria-describedby={missing ? `${id}-meaning-problem` : undefined}>
      <legend className="mb-1.5 text-sm font-medium">What your signature means</legend>
      <div className="flex flex-col gap-2">
        {CHOSEN_MEANINGS.map((meaning) => {
          const { title, explained } = MEANING_WORDS[meaning]
          const shut = meaning === 'approved' && barred !== null
          return (
            <label
              key={meaning}
              className={clsx(
                'flex gap-3 rounded-md border px-3 py-2.5 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
                shut ? 'cursor-not-allowed border-line' : 'cursor-pointer',
                !shut &&
                  (chosen === meaning ? 'border-accent bg-accent-soft' : 'border-line-strong/50 hover:bg-canvas'),
              )}
            >
              <input
                type="radio"
                id={`${id}-${meaning}`}
                name={`${id}-meaning`}
                value={meaning}
                checked={chosen === meaning}
                disabled={shut}
                onChange={() => onChoose(meaning)}
                aria-labelledby={`${id}-${meaning}-title`}
                aria-describedby={`${id}-${meaning}-explained`}
                className="mt-1 size-4 shrink-0 accent-(--accent) outline-none"
              />
              <span className="min-w-0">
                <span id={`${id}-${meaning}-title`} className="block font-medium">
                  {title}
                </span>
                <span id={`${id}-${meaning}-explained`} className="block text-sm text-ink-soft">
                  {shut ? barred : explained}
                </span>
              </span>
            </label>
          )
        })}
      </div>
      {missing && (
        <p id={`${id}-meaning-problem`} role="alert" className="mt-1 text-sm text-false">
          Choose what your signature means.
        </p>
      )}
    </fieldset>
  )
}
