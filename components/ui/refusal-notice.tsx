import { Button } from './button'
import { Notice } from './notice'
import type { PageRefusal } from './page-refusal'

/** A refusal in the server's words, every failing field, and the page that explains it. */
export function RefusalNotice(props: {
  readonly refusal: PageRefusal
  readonly onRetry?: () => void
  readonly className?: string
}) {
  const { refusal, onRetry, className } = props
  return (
    <Notice kind="problem" className={className}>
      <p>{refusal.message}</p>
      {refusal.failures.length > 0 && (
        <ul className="mt-1 list-disc pl-5">
          {refusal.failures.map(({ field, expected, received }) => (
            <li key={field}>
              <code>{field}</code>: expected {expected}, received {received}
            </li>
          ))}
        </ul>
      )}
      {refusal.diagnostics.length > 0 && (
        <ul className="mt-1 list-disc pl-5">
          {refusal.diagnostics.map(({ line, message }) => (
            <li key={`${line} ${message}`}>{line === null ? message : `Line ${line}: ${message}`}</li>
          ))}
        </ul>
      )}
      {(refusal.docs !== null || onRetry !== undefined) && (
        <div className="mt-1.5 flex items-center gap-4">
          {refusal.docs !== null && (
            <a href={refusal.docs.replace(/\.md$/, '')} className="text-sm text-accent underline">
              About {refusal.code}
            </a>
          )}
          {onRetry !== undefined && <Button onClick={onRetry}>Try again</Button>}
        </div>
      )}
    </Notice>
  )
}
