import clsx from 'clsx'

const PARTS = [
  { part: 'form', title: 'One case' },
  { part: 'cases', title: 'Test cases' },
  { part: 'batch', title: 'A whole file' },
] as const
export type CheckPart = (typeof PARTS)[number]['part']

export function checkPartOf(text: string | null): CheckPart {
  return PARTS.find(({ part }) => part === text)?.part ?? 'form'
}

/** The three ways to check; each has an address of its own, and going from one to another loses nothing. */
export function CheckNav(props: { readonly part: CheckPart; readonly onShow: (part: CheckPart) => void }) {
  return (
    <nav aria-label="Ways to check" className="mb-4 flex flex-wrap gap-1 border-b border-line print:hidden">
      {PARTS.map(({ part, title }) => (
        <button
          key={part}
          type="button"
          aria-current={part === props.part ? 'page' : undefined}
          onClick={() => props.onShow(part)}
          className={clsx(
            '-mb-px shrink-0 border-b-2 px-3 py-2 text-sm',
            part === props.part
              ? 'border-accent font-medium text-ink'
              : 'border-transparent text-ink-soft hover:text-ink',
          )}
        >
          {title}
        </button>
      ))}
    </nav>
  )
}
