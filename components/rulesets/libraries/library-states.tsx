import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useMemo } from 'react'
import { personName } from '../../ui/lists'
import { Notice, RefusalNotice } from '../../ui/notice'
import { refusalOf } from '../../ui/server-calls'
import { useViewer } from '../../ui/shell/viewer'
import { TimeText } from '../../ui/time-text'
import { libraryPath, type UseState, usedLibraries, usesQuery } from './library-data'

/** Says of a stored text which revisions of their libraries it uses. The hash in the text does not prove that. */
export function LibraryStates({ source, className }: { readonly source: string; readonly className?: string }) {
  const { namespace } = useViewer()
  const uses = useMemo(() => usedLibraries(source), [source])
  const states = useQuery(usesQuery(namespace.id, uses))
  if (states.error !== null)
    return <RefusalNotice refusal={refusalOf(states.error)} onRetry={() => void states.refetch()} />
  if (states.data === undefined || states.data.length === 0) return null
  const isKnown = states.data.every(({ state }) => state === 'current' || state === 'older')
  return (
    <Notice kind={isKnown ? 'info' : 'warning'} className={className} title="Libraries in this text">
      <ul className="mt-1 list-disc space-y-0.5 pl-5" data-testid="library-states">
        {states.data.map((use) => (
          <li key={use.name}>
            <StateText use={use} />
          </li>
        ))}
      </ul>
    </Notice>
  )
}

function StateText({ use }: { readonly use: UseState }) {
  const { name } = use
  if (use.state === 'unknown')
    return <>This namespace has no library {name}, so only the text below says what these lines are.</>
  const link = (
    <Link href={libraryPath(name)} className="text-accent hover:underline">
      {name}
    </Link>
  )
  if (use.state === 'other')
    return <>The lines of {link} are in none of its revisions here, so only the text below says what they are.</>
  const { savedBy, savedAt } = use.state === 'current' ? use.newest : use.used
  return (
    <>
      The lines of {link} are those that {personName(savedBy)} saved, <TimeText at={savedAt} />.
      {use.state === 'older' && ' The library has a newer revision.'}
    </>
  )
}
