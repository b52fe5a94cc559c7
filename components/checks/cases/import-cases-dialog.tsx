import { useMutation, useQuery } from '@tanstack/react-query'
import { type CaseFailure, type CaseTable, caseDocument, readCaseTable } from '../../../server/engine/batch/case-table'
import { CheckableRuleset } from '../../../server/engine/batch/check-compiled'
import { openLibrary } from '../../../server/engine/batch/open-library'
import { compileRuleset } from '../../../server/engine/compile'
import { Dialog, DialogActions } from '../../ui/dialog'
import { Notice, RefusalNotice } from '../../ui/notice'
import { SkeletonLines } from '../../ui/page-frame'
import { refusalOf, server } from '../../ui/server-calls'
import { Cell, Table } from '../../ui/table'
import { ColumnChoices } from '../batch/column-choices'

const MAX_SHOWN_FAILURES = 200

/** Shows how a CSV file of test cases is read, or everything that is wrong with it, before anything is saved. */
export function ImportCasesDialog(props: {
  readonly file: File
  readonly hash: string
  readonly onImport: (text: string) => Promise<unknown>
  readonly onClose: () => void
}) {
  const { file, hash, onImport, onClose } = props
  const table = useQuery({
    queryKey: ['case table', hash, file.name, file.size, file.lastModified],
    queryFn: () => readFile(file, hash),
    gcTime: 0,
    retry: false,
  })
  const save = useMutation({
    mutationFn: (cases: CaseTable['cases']) => onImport(caseDocument(cases)),
    onSuccess: onClose,
  })
  const read = typeof table.data === 'object' ? table.data : null
  const count = read?.cases.length ?? 0
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={`Import ${file.name}`}
      description="The rows become test cases of this ruleset. A case whose title is known is replaced."
      actions={
        <DialogActions
          onCancel={onClose}
          disabled={count === 0 || save.isPending}
          onClick={() => read !== null && save.mutate(read.cases)}
        >
          {count === 1 ? 'Import 1 test case' : `Import ${count.toLocaleString('en')} test cases`}
        </DialogActions>
      }
    >
      <div className="space-y-3 pb-2" data-testid="import-cases">
        {table.isPending && <SkeletonLines what="the file" lines={4} />}
        {table.isError && <RefusalNotice refusal={refusalOf(table.error)} />}
        {typeof table.data === 'string' && <Notice kind="problem">{table.data}</Notice>}
        {read !== null && read.failures.length > 0 && <Failures failures={read.failures} />}
        {read !== null && read.plan.unused.length > 0 && (
          <Notice kind="info">
            These columns are not claims and are ignored:{' '}
            <span className="font-mono text-sm break-words">{read.plan.unused.join(', ')}</span>
          </Notice>
        )}
        {read !== null && <ColumnChoices plan={read.plan} />}
        {save.isError && <RefusalNotice refusal={refusalOf(save.error)} />}
      </div>
    </Dialog>
  )
}

function Failures({ failures }: { readonly failures: readonly CaseFailure[] }) {
  const more = failures.length - MAX_SHOWN_FAILURES
  return (
    <>
      <Notice
        kind="problem"
        title={failures.length === 1 ? 'The file has a mistake' : `The file has ${failures.length} mistakes`}
      >
        <p>Nothing is imported. Correct the file and choose it again.</p>
      </Notice>
      <Table label="Mistakes in the file" columns={['Line', 'Column', 'Mistake']}>
        {failures.slice(0, MAX_SHOWN_FAILURES).map(({ line, column, message }) => (
          <tr key={`${line} ${column} ${message}`}>
            <Cell>{line.toLocaleString('en')}</Cell>
            <Cell>{column === null ? 'the whole row' : <code className="text-sm break-all">{column}</code>}</Cell>
            <Cell>{message}</Cell>
          </tr>
        ))}
      </Table>
      {more > 0 && <p className="text-sm text-ink-soft">{more.toLocaleString('en')} more mistakes follow.</p>}
    </>
  )
}

/** Returns the table, or why the file cannot be read. */
async function readFile(file: File, hash: string): Promise<CaseTable | string> {
  const terms = await server.batch.terms.query({ rulesetHash: hash, unitLibraryHash: null })
  const { ruleset, library, limits } = terms
  const input = { ...ruleset, library: openLibrary(library), unitLibraryHash: library.hash, limits }
  const outcome = compileRuleset(input)
  if (outcome.status !== 'compiled') return 'This revision no longer compiles, so its claims are not known.'
  const text = await utf8Text(file)
  if (text === null) return 'The file is not UTF-8. Save it as UTF-8 and choose it again.'
  return readCaseTable(text, new CheckableRuleset(outcome.compiled))
}

async function utf8Text(file: File): Promise<string | null> {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await file.arrayBuffer())
  } catch {
    return null
  }
}
