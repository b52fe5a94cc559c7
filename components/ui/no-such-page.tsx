import Link from 'next/link'

/** What stands at an address that no page has. */
export function NoSuchPage() {
  return (
    <main id="main" className="mx-auto flex max-w-xl flex-1 flex-col items-start justify-center gap-3 px-5 py-16">
      <h1 className="text-2xl font-semibold">There is no such page</h1>
      <p className="text-ink-soft">The address may be mistyped, or the page has another name now.</p>
      <p className="flex gap-4">
        <Link href="/playground" className="text-accent hover:underline">
          Open the playground
        </Link>
        <Link href="/docs" className="text-accent hover:underline">
          Read the docs
        </Link>
      </p>
    </main>
  )
}
