/** Holds the editor's place until it is there: the text itself, so that nothing moves when it comes. */
export function EditorSkeleton({ text }: { readonly text: string }) {
  return (
    <pre
      aria-hidden
      className="absolute inset-0 overflow-hidden whitespace-pre-wrap py-3 pr-4 pl-16 font-mono text-[13px] leading-5 text-ink-faint"
    >
      {text.slice(0, 4_000)}
    </pre>
  )
}
