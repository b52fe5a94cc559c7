/** A text to select and copy by hand, where the browser does not copy; the first focus selects it whole. */
export function ByHand({ text, what }: { readonly text: string; readonly what: string }) {
  return (
    <input
      readOnly
      aria-label={`To copy by hand: ${what}`}
      value={text}
      onFocus={(event) => event.target.select()}
      className="h-7 w-40 min-w-0 rounded-md border border-line-strong/60 bg-raised px-2 font-mono text-xs"
    />
  )
}
