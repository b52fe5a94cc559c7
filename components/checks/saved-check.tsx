import { type ReactNode, useEffect, useMemo, useState } from 'react'
import type { LanguageClient, LanguageState } from '../editor/language-client'
import type { RulesetDescription } from '../editor/ruleset-description'
import { CopyLink } from '../ui/copy-link'
import { EmptyState } from '../ui/empty-state'
import { noteExport } from '../ui/note-export'
import { Notice } from '../ui/notice'
import { SkeletonLines } from '../ui/skeleton'
import { askSaved } from './ask-saved'
import type { CheckPart } from './check-nav'
import { CheckView } from './check-view'
import { dictionaryText } from './claim-literals'
import { claimsLink } from './claims-link'
import { PrintButton } from './print-button'
import { SaveCase } from './save-case'
import type { ClaimsDraft } from './use-claims-draft'
import type { ShownRevision } from './use-revision'

/** What can be done with a revision that is there: each part is shown alone, the form keeps what was filled in. */
export function SavedCheck(props: {
  readonly part: CheckPart
  readonly name: string
  readonly revision: Extract<ShownRevision, { status: 'shown' }>
  readonly draft: ClaimsDraft
  readonly language: { readonly client: LanguageClient | null; readonly state: LanguageState }
  readonly cases: (description: RulesetDescription) => ReactNode
  readonly batch: (description: RulesetDescription) => ReactNode
}) {
  const { part, name, revision, draft } = props
  const { client, state } = props.language
  const { description } = state
  const ask = useMemo(() => askSaved(revision.hash), [revision.hash])
  const [batchSeen, setBatchSeen] = useState(part === 'batch')
  useEffect(() => {
    if (part === 'batch') setBatchSeen(true)
  }, [part])
  useEffect(() => client?.setText(revision.source), [client, revision.source])
  useEffect(() => {
    if (description !== null) client?.setClaims(dictionaryText(description.claims, draft.literals))
  }, [client, description, draft.literals])

  if (state.failure !== null)
    return (
      <Notice kind="problem" title="The form cannot be made in this browser">
        <p>The language worker stopped: {state.failure}. Reload the page.</p>
      </Notice>
    )
  if (!state.described) return <SkeletonLines what="the claims" lines={8} />
  if (description === null)
    return (
      <EmptyState title="This revision does not compile">
        <p>There is nothing to check. Open the ruleset to see its problems, or choose another revision.</p>
      </EmptyState>
    )
  return (
    <>
      {part === 'cases' && props.cases(description)}
      {/* The other two stay while another part is shown: what was typed is kept, and a running batch goes on. */}
      <div hidden={part !== 'batch'}>{batchSeen && props.batch(description)}</div>
      <div hidden={part !== 'form'}>
        <div className="mb-3 flex flex-wrap items-center justify-end gap-2 print:hidden">
          <CopyLink title="Link" what="these facts" link={() => claimsLink(window.location.href, draft.literals)} />
          <PrintButton note={() => noteExport('check_print', name)} />
          <SaveCase name={name} hash={revision.hash} description={description} literals={draft.literals} />
        </div>
        <div className="rounded-lg border border-line bg-surface">
          <CheckView
            description={description}
            check={state.check}
            literals={draft.literals}
            cases={[]}
            onChange={draft.change}
            ask={ask}
            noteDownload={() => noteExport('check_result', name)}
            engineOnly={revision.ownUnits}
          />
        </div>
      </div>
    </>
  )
}
