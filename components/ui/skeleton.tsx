/** Where something will stand: lines of the height that the content has. */
export function SkeletonLines({ lines = 6, what }: { readonly lines?: number; readonly what: string }) {
  return (
    <div role="status" className="flex flex-col gap-3 px-1 py-4">
      <span className="sr-only">Loading {what}</span>
      {Array.from({ length: lines }, (_, line) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all the same
          key={line}
          aria-hidden
          className="h-4 animate-pulse rounded-sm bg-line/70"
          style={{ width: `${92 - ((line * 17) % 40)}%` }}
        />
      ))}
    </div>
  )
}
