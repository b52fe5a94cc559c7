import Link from 'next/link'
import { Cell, HeadCell, Table } from '../ui/table'
import { TimeText } from '../ui/time-text'
import { type AuditRow, eventLinks, eventWords, kindWords } from './event-words'

/** Entries of the log as they were written, newest first. */
export function AuditTable({ rows }: { readonly rows: readonly AuditRow[] }) {
  return (
    <Table label="Entries of the log" className="min-w-0">
      <thead>
        <tr>
          <HeadCell className="text-right">Entry</HeadCell>
          <HeadCell>When</HeadCell>
          <HeadCell>Event</HeadCell>
          <HeadCell>Who</HeadCell>
          <HeadCell>What</HeadCell>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.index} className="align-top">
            <Cell className="text-right align-top text-ink-faint tabular-nums">{row.index}</Cell>
            <Cell className="align-top">
              <TimeText at={row.at} />
            </Cell>
            <Cell className="align-top font-medium whitespace-nowrap">{kindWords(row.kind)}</Cell>
            <Cell className="min-w-40 align-top break-words">{row.actor}</Cell>
            <Cell className="min-w-72 align-top">
              <What row={row} />
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

function What({ row }: { readonly row: AuditRow }) {
  const words = eventWords(row)
  return (
    <>
      <p className="flex flex-wrap gap-x-3">
        {words !== '' && <span className="break-words">{words}</span>}
        {eventLinks(row).map(({ href, title }) => (
          <Link key={href} href={href} className="text-accent underline">
            {title}
          </Link>
        ))}
      </p>
      <details>
        <summary className="cursor-pointer text-xs text-ink-faint">
          As it was written<span className="sr-only">: entry {row.index}</span>
        </summary>
        <pre className="mt-1 max-w-[34rem] font-mono text-xs break-all whitespace-pre-wrap text-ink-soft">
          {JSON.stringify(row.details, null, 2)}
          {'\n'}leaf {row.leafHash}
        </pre>
      </details>
    </>
  )
}
