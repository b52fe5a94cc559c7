import { Button } from '../ui/button'

/** From page to page of a long list. */
export function PageTurner(props: {
  readonly page: number
  readonly pages: number
  readonly onPage: (page: number) => void
}) {
  const { page, pages, onPage } = props
  return (
    <nav aria-label="Pages of the list" className="flex items-center justify-end gap-2">
      <span className="text-sm text-ink-faint tabular-nums">
        Page {page} of {pages}
      </span>
      <Button disabled={page <= 1} onClick={() => onPage(page - 1)}>
        Previous
      </Button>
      <Button disabled={page >= pages} onClick={() => onPage(page + 1)}>
        Next
      </Button>
    </nav>
  )
}
