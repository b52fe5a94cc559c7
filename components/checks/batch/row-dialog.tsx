import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Button } from '../../ui/controls'
import { Dialog } from '../../ui/dialog'
import { Notice, RefusalNotice } from '../../ui/notice'
import { SkeletonLines } from '../../ui/page-frame'
import { refusalOf } from '../../ui/server-calls'
import { type ClaimLiterals, readLiterals } from '../claim-literals'
import { askSaved } from '../engine-check'
import { ResultRow } from '../result-row'
import { engineResults, valuesRead } from '../shown-results'
import type { BatchRunState } from './use-batch'

export function RowDialog(props: {
  readonly row: number
  readonly run: BatchRunState
  readonly onClose: () => void
  readonly onOpen: (literals: ClaimLiterals) => void
}) {
  const { row, run, onClose, onOpen } = props
  const { input, description, rulesetHash, unitLibraryHash } = run
  const ask = useMemo(() => askSaved(rulesetHash, unitLibraryHash), [rulesetHash, unitLibraryHash])
  const text = useQuery({
    queryKey: ['batch row', input.fileName, input.bytes, rulesetHash, row],
    queryFn: async () => (await (await input.lines(row, row + 1)).text()).trim(),
    gcTime: 0,
  })
  const read = text.data === undefined ? null : readLiterals(text.data)
  const literals = read !== null && 'literals' in read ? read.literals : null
  const answer = useQuery({
    queryKey: ['batch row answer', rulesetHash, unitLibraryHash, text.data],
    queryFn: ({ signal }) => ask('', text.data ?? '', signal),
    enabled: literals !== null,
    gcTime: 0,
  })
  const results = answer.data?.ok ? engineResults(answer.data.result).byAssertion : null
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={`Row ${(row + 1).toLocaleString('en')}`}
      description="The facts of this row and the server's results."
      actions={
        <>
          {literals !== null && <Button onClick={() => onOpen(literals)}>Open in the form</Button>}
          <Button look="primary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <div className="space-y-3 pb-2" data-testid="row-details">
        {text.isError && <Notice kind="problem">The row cannot be read: {text.error.message}</Notice>}
        {text.data !== undefined && (
          <pre className="max-h-48 overflow-y-auto rounded-md bg-canvas p-3 font-mono text-xs break-words whitespace-pre-wrap">
            {literals === null
              ? text.data
              : Object.entries(literals)
                  .map(([name, literal]) => `${name}: ${literal}`)
                  .join('\n')}
          </pre>
        )}
        {read !== null && 'problem' in read && (
          <Notice kind="problem">This row cannot be read as facts: {read.problem}.</Notice>
        )}
        {answer.isError && <RefusalNotice refusal={refusalOf(answer.error)} onRetry={() => void answer.refetch()} />}
        {answer.data?.ok === false && (
          <RefusalNotice refusal={{ failures: [], diagnostics: [], ...answer.data.refusal }} />
        )}
        {literals !== null && answer.isPending && <SkeletonLines what="the answer" lines={5} />}
        {results !== null && literals !== null && (
          <ul className="divide-y divide-line rounded-lg border border-line">
            {description.assertions.map((assertion) => (
              <ResultRow
                key={assertion.name}
                assertion={assertion}
                result={results.get(assertion.name) ?? null}
                citedBy={rulesetHash}
                labels={description.labels}
                values={valuesRead(description.claims, literals, {})}
              />
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  )
}
