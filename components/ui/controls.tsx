import clsx from 'clsx'
import { type ComponentProps, type ReactNode, useId } from 'react'

const ENTRY =
  'w-full rounded-md border border-line-strong/60 bg-raised px-2.5 text-base text-ink placeholder:text-ink-faint aria-invalid:border-false disabled:opacity-60'

/** `children` gets the attributes that connect the entry with label, hint and problem. */
export function Field(props: {
  readonly label: string
  readonly hint?: ReactNode
  /** Null for a valid value. */
  readonly problem?: string | null
  readonly className?: string | undefined
  readonly children: (bound: BoundEntry) => ReactNode
}) {
  const { label, hint, problem = null, className, children } = props
  const id = useId()
  const described = [hint !== undefined && `${id}-hint`, problem !== null && `${id}-problem`].filter(Boolean).join(' ')
  return (
    <div className={clsx('flex flex-col gap-1', className)}>
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': problem !== null || undefined })}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="text-sm text-ink-faint">
          {hint}
        </p>
      )}
      {problem !== null && (
        <p id={`${id}-problem`} role="alert" className="text-sm text-false">
          {problem}
        </p>
      )}
    </div>
  )
}

interface BoundEntry {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': true | undefined
}

export function TextEntry({ className, ...props }: ComponentProps<'input'>) {
  return <input type="text" {...props} className={clsx(ENTRY, 'h-9', className)} />
}

export function LongEntry({ className, ...props }: ComponentProps<'textarea'>) {
  return <textarea rows={3} {...props} className={clsx(ENTRY, 'py-2', className)} />
}

export function Choice({ className, ...props }: ComponentProps<'select'>) {
  return <select {...props} className={clsx(ENTRY, 'h-9', className)} />
}

interface IdentifierFieldProps {
  readonly label: string
  readonly hint?: ReactNode
  /** Null for a valid value. */
  readonly problem?: string | null
  readonly className?: string
  readonly value: string
  readonly onText: (text: string) => void
  readonly autoComplete?: 'off'
  readonly maxLength?: number
}

/** Monospace, without the browser's corrections. */
function IdentifierField({ label, hint, problem = null, className, onText, ...entry }: IdentifierFieldProps) {
  return (
    <Field label={label} hint={hint} problem={problem} className={className}>
      {(bound) => (
        <TextEntry
          {...bound}
          {...entry}
          autoCapitalize="none"
          spellCheck={false}
          className="font-mono"
          onChange={({ target }) => onText(target.value)}
        />
      )}
    </Field>
  )
}

export function UsernameField(props: Omit<IdentifierFieldProps, 'autoComplete' | 'maxLength'>) {
  return <IdentifierField {...props} autoComplete="off" />
}

export function UnitField(props: Omit<IdentifierFieldProps, 'maxLength'>) {
  return <IdentifierField {...props} maxLength={200} />
}

export function Tick({
  label,
  hint,
  className,
  ...props
}: ComponentProps<'input'> & { readonly label: ReactNode; readonly hint?: ReactNode }) {
  const id = useId()
  return (
    <div className={clsx('flex items-start gap-2', className)}>
      <input
        type="checkbox"
        {...props}
        id={id}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        className="mt-0.5 size-4 shrink-0 accent-(--accent)"
      />
      <div>
        <label htmlFor={id}>{label}</label>
        {hint !== undefined && (
          <p id={`${id}-hint`} className="text-sm text-ink-faint">
            {hint}
          </p>
        )}
      </div>
    </div>
  )
}

const LOOKS = {
  plain: 'border border-line-strong/50 bg-raised text-ink hover:border-line-strong hover:bg-canvas',
  quiet: 'text-ink-soft hover:bg-canvas hover:text-ink',
  primary: 'bg-accent text-on-accent hover:opacity-90',
} as const

export function Button({
  look = 'plain',
  className,
  ...props
}: ComponentProps<'button'> & { readonly look?: keyof typeof LOOKS }) {
  return (
    <button
      type="button"
      {...props}
      className={clsx(
        'inline-flex h-8 shrink-0 items-center justify-center gap-1.5 rounded-md px-2.5 text-sm font-medium whitespace-nowrap transition-colors disabled:opacity-60',
        LOOKS[look],
        className,
      )}
    />
  )
}
