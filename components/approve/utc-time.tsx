/** On paper a reader's own zone is nobody's. */
export function UtcTime({ at }: { readonly at: string }) {
  return (
    <time dateTime={at} className="tabular-nums">
      {at.slice(0, 10)} {at.slice(11, 19)} UTC
    </time>
  )
}
