'use client'

import Link from 'next/link'
import { useEffect } from 'react'
import { rulesetPath } from '../../../server/api/page-paths'
import { checkResult } from '../../../server/api/schemas/check'
import { type ClaimLiterals, dictionaryText } from '../../checks/claim-literals'
import type { AskEngine } from '../../checks/engine-check'
import type { ExampleCase } from '../../checks/examples'
import { CheckView } from '../../checks/page/check-view'
import type { LanguageClient, LanguageState } from '../../editor/language-client'
import type { RulesetDescription } from '../../editor/ruleset-description'
import { callOperation, noteExport } from '../../ui/server-calls'

/** Checks claims against the text in the editor, saved or not. */
export function CheckPanel(props: {
  readonly name: string | null
  readonly client: LanguageClient | null
  readonly description: RulesetDescription
  readonly check: LanguageState['check']
  readonly literals: ClaimLiterals
  readonly onLiterals: (literals: ClaimLiterals) => void
}) {
  const { name, client, description, check, literals, onLiterals } = props
  useEffect(() => client?.setClaims(dictionaryText(description.claims, literals)), [client, description, literals])
  return (
    <div className="flex h-full flex-col">
      {name !== null && (
        <p className="shrink-0 border-b border-line px-4 py-1.5 text-sm text-ink-soft">
          This checks the text in the editor.{' '}
          <Link href={rulesetPath(name, 'check')} className="text-accent underline">
            Check the saved text
          </Link>
          , with test cases and whole files.
        </p>
      )}
      <div className="min-h-0 flex-1">
        <CheckView
          {...{ description, check, literals, cases: NO_CASES, ask: askText }}
          showsClauses
          onChange={onLiterals}
          noteDownload={() => noteExport('check_result', name)}
        />
      </div>
    </div>
  )
}

const NO_CASES: readonly ExampleCase[] = []

/** Asks as the signed-in person, with claims as text, because parsing them would round numbers. */
const askText: AskEngine = async (source, claims, signal) => {
  const answer = await callOperation('check', `{"source":${JSON.stringify(source)},"claims":${claims}}`, signal)
  if (answer.ok) return { ok: true, result: checkResult.parse(JSON.parse(answer.body)), body: answer.body }
  return { ok: false, refusal: answer.refusal }
}
