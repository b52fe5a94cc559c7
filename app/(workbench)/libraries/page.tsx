import type { Metadata } from 'next'
import Link from 'next/link'
import { LibraryDetails, LibraryList } from '@/components/rulesets/libraries/libraries-page'
import { PageHeader } from '@/components/ui/page-frame'

interface Props {
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>
}

/** No name is longer (`name_chars`), unless an operator allows it. */
const MAX_NAME_CHARS = 500

export async function generateMetadata(props: Props): Promise<Metadata> {
  const name = await nameIn(props)
  return { title: name === null ? 'Libraries' : `${name} · Libraries` }
}

/** `?name=house/people` opens that library. */
export default async function Page(props: Props) {
  const name = await nameIn(props)
  return (
    <main id="main" className="mx-auto w-full max-w-6xl flex-1 px-4 py-6">
      {name === null && (
        <PageHeader title="Libraries">
          <p>
            Conditions, rates and tables that several rulesets share. A ruleset holds the lines of a library as they
            are, so a new revision changes no ruleset: its author is told, and decides. See{' '}
            <Link href="/docs/language#sharing-statements-libraries">Sharing statements</Link>.
          </p>
        </PageHeader>
      )}
      {name === null ? <LibraryList /> : <LibraryDetails name={name} />}
    </main>
  )
}

async function nameIn({ searchParams }: Props): Promise<string | null> {
  const { name } = await searchParams
  return typeof name === 'string' && name !== '' ? name.slice(0, MAX_NAME_CHARS) : null
}
