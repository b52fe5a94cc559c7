'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { rulesetPath } from '../../../server/api/page-paths'
import { HashText } from '../../ui/copy-text'
import { personName } from '../../ui/lists'
import { Badge, RefusalNotice } from '../../ui/notice'
import { EmptyState, PageHeader, SkeletonLines } from '../../ui/page-frame'
import { refusalOf } from '../../ui/server-calls'
import { useViewer } from '../../ui/shell/viewer'
import { Cell, Table } from '../../ui/table'
import { TimeText } from '../../ui/time-text'
import { type LibraryRow, librariesQuery, libraryPath, libraryQuery, type OpenedLibrary } from './library-data'

export function LibraryList() {
  const { namespace } = useViewer()
  const libraries = useQuery(librariesQuery(namespace.id))
  return (
    <>
      {libraries.isPending && <SkeletonLines what="the libraries" />}
      {libraries.error !== null && (
        <RefusalNotice refusal={refusalOf(libraries.error)} onRetry={() => void libraries.refetch()} />
      )}
      {libraries.data?.length === 0 && (
        <EmptyState title="No libraries yet">
          <p>
            A ruleset becomes a library when it has statements in <code>library {'{ … };'}</code> and is saved.
          </p>
        </EmptyState>
      )}
      {libraries.data !== undefined && libraries.data.length > 0 && <LibraryTable rows={libraries.data} />}
    </>
  )
}

function LibraryTable({ rows }: { readonly rows: readonly LibraryRow[] }) {
  return (
    <Table label="Libraries" columns={['Library', 'Shares', { title: 'Used by', isNumber: true }, 'Saved', 'Hash']}>
      {rows.map(({ name, sha256, names, users, savedAt, savedBy }) => (
        <tr key={name}>
          <Cell>
            <Link href={libraryPath(name)} className="font-medium text-accent hover:underline">
              {name}
            </Link>
          </Cell>
          <Cell className="font-mono break-words">{names.join(', ')}</Cell>
          <Cell className="text-right tabular-nums">{users}</Cell>
          <Cell>
            <TimeText at={savedAt} /> by {personName(savedBy)}
          </Cell>
          <Cell>
            <HashText hash={sha256} what="hash of the lines" />
          </Cell>
        </tr>
      ))}
    </Table>
  )
}

export function LibraryDetails({ name }: { readonly name: string }) {
  const { namespace } = useViewer()
  const library = useQuery(libraryQuery(namespace.id, name))
  return (
    <>
      <PageHeader
        title={name}
        above={{ href: '/libraries', title: 'Libraries' }}
        actions={
          <>
            <Link href={rulesetPath(name)} className="text-accent hover:underline">
              Open its text
            </Link>
            <Link href={rulesetPath(name, 'history')} className="text-accent hover:underline">
              History
            </Link>
          </>
        }
      />
      {library.isPending && <SkeletonLines what="the library" />}
      {library.error !== null && (
        <RefusalNotice refusal={refusalOf(library.error)} onRetry={() => void library.refetch()} />
      )}
      {library.data !== undefined && <LibraryFacts library={library.data} />}
    </>
  )
}

const STATES = { current: 'Current lines', older: 'Older lines', other: 'Lines of no revision' } as const

function LibraryFacts({ library: { lines, revisions, users } }: { readonly library: OpenedLibrary }) {
  return (
    <div className="flex flex-col gap-8">
      <div>
        <h2 className="mb-2 text-xl font-semibold">Shared lines</h2>
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls must be reached by keyboard
          tabIndex={0}
          className="max-h-96 overflow-auto rounded-md border border-line bg-surface p-3 text-sm"
        >
          {lines}
        </pre>
      </div>
      <div>
        <h2 className="mb-2 text-xl font-semibold">Rulesets that use it</h2>
        {users.length === 0 ? (
          <p className="text-ink-soft">No saved ruleset uses it. Authors insert it with Libraries in the editor.</p>
        ) : (
          <Table label="Rulesets that use it" columns={['Ruleset', 'Lines', 'Hash']}>
            {users.map(({ name, sha256, state }) => (
              <tr key={name}>
                <Cell>
                  <Link href={rulesetPath(name)} className="text-accent hover:underline">
                    {name}
                  </Link>
                </Cell>
                <Cell>
                  <Badge>{STATES[state]}</Badge>
                </Cell>
                <Cell>
                  <HashText hash={sha256} what="hash of the lines" />
                </Cell>
              </tr>
            ))}
          </Table>
        )}
      </div>
      <div>
        <h2 className="mb-2 text-xl font-semibold">Revisions of the lines</h2>
        <Table label="Revisions of the lines" columns={['Saved', 'By', 'Message', 'Hash']}>
          {revisions.map(({ sha256, savedAt, savedBy, message }) => (
            <tr key={sha256}>
              <Cell>
                <TimeText at={savedAt} />
              </Cell>
              <Cell className="break-words">{personName(savedBy)}</Cell>
              <Cell className="break-words whitespace-pre-wrap">{message ?? 'No message'}</Cell>
              <Cell>
                <HashText hash={sha256} what="hash of the lines" />
              </Cell>
            </tr>
          ))}
        </Table>
      </div>
    </div>
  )
}
