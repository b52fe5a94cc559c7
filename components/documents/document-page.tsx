'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useSearchParams } from 'next/navigation'
import { useState } from 'react'
import { isBeginning, NEW_RULESET_PATH } from '../../server/api/page-paths'
import { Button, Field, TextEntry } from '../ui/controls'
import { personName } from '../ui/lists'
import { Notice, RefusalNotice } from '../ui/notice'
import { PageHeader, SkeletonLines } from '../ui/page-frame'
import { refusalOf } from '../ui/server-calls'
import { useMay, useViewer } from '../ui/shell/viewer'
import { TimeText } from '../ui/time-text'
import { ClauseList } from './clause-list'
import { CoverageSummary } from './coverage-summary'
import { coverageQuery, documentQuery } from './document-data'
import { DocumentForm } from './document-form'
import { ModelTools } from './model-tools'

export function DocumentPage({ label }: { readonly label: string }) {
  const { namespace } = useViewer()
  const maySave = useMay('save')
  const [name, setName] = useState('')
  const [asked, setAsked] = useState('')
  const [isRevising, setIsRevising] = useState(false)
  const opened = useQuery(documentQuery(namespace.id, label, null))
  const coverage = useQuery(coverageQuery(namespace.id, label, asked))
  const document = opened.data
  const begins = isBeginning(useSearchParams())
  return (
    <>
      <PageHeader
        title={document === undefined ? label : `${label}: ${document.title}`}
        above={{ href: '/documents', title: 'Documents' }}
      />
      {opened.isPending && <SkeletonLines what="the document" />}
      {opened.error !== null && (
        <RefusalNotice refusal={refusalOf(opened.error)} onRetry={() => void opened.refetch()} />
      )}
      {document !== undefined && (
        <div className="flex flex-col gap-6">
          <p className="text-ink-soft">
            Revision {document.revision.number}, saved <TimeText at={document.revision.savedAt} /> by{' '}
            {personName(document.revision.savedBy)}.
          </p>
          {begins && (
            <Notice kind="info" title="Choose a clause and add a rule for it">
              A form asks for the facts and writes the rule into a new ruleset. If you know the language, you can{' '}
              <Link href={NEW_RULESET_PATH} className="text-accent underline">
                return to the new ruleset
              </Link>{' '}
              and write rules yourself.
            </Notice>
          )}
          <form
            className="flex flex-wrap items-end gap-3"
            onSubmit={(event) => {
              event.preventDefault()
              setAsked(name.trim())
            }}
          >
            <Field label="Compare with the ruleset" hint="Its name, as in the list of rulesets." className="w-72">
              {(bound) => <TextEntry {...bound} value={name} onChange={({ target }) => setName(target.value)} />}
            </Field>
            <Button type="submit" disabled={name.trim() === ''}>
              Show the coverage
            </Button>
          </form>
          {coverage.error !== null && <RefusalNotice refusal={refusalOf(coverage.error)} />}
          {coverage.data !== undefined && <CoverageSummary report={coverage.data} name={asked} />}
          <ModelTools document={document} name={coverage.data === undefined ? '' : asked} />
          <ClauseList document={document} coverage={coverage.data ?? null} />
          {maySave && !isRevising && (
            <div>
              <Button onClick={() => setIsRevising(true)}>Add a revision</Button>
            </div>
          )}
          {maySave && isRevising && <DocumentForm revised={{ label, base: document.revision.number }} />}
        </div>
      )}
    </>
  )
}
