import type { inferRouterOutputs } from '@trpc/server'
import type { AppRouter } from '../../../server/http/trpc/router'
import { readParts, type UsedLibrary } from '../../../server/language/syntax/sharing/read-parts'
import { isLibraryName } from '../../../server/language/text/shared-lines'
import { server } from '../../ui/server-calls'

type Outputs = inferRouterOutputs<AppRouter>['libraries']

export type LibraryRow = Outputs['list'][number]
export type OpenedLibrary = Outputs['open']
export type UseState = Outputs['judge'][number]
export type NewestRevision = Extract<UseState, { state: 'older' }>['newest']

export function librariesQuery(namespaceId: string) {
  return { queryKey: ['libraries', namespaceId], queryFn: () => server.libraries.list.query() } as const
}

export function libraryQuery(namespaceId: string, name: string) {
  return { queryKey: ['library', namespaceId, name], queryFn: () => server.libraries.open.query({ name }) } as const
}

/** Which revisions of their libraries a text uses. Asked again when the page is shown again. */
export function usesQuery(namespaceId: string, uses: readonly UsedLibrary[]) {
  const questions = uses.map(({ name, sha256 }) => ({ name, sha256 }))
  return {
    queryKey: ['library-uses', namespaceId, questions],
    queryFn: () => server.libraries.judge.mutate({ uses: questions }),
    enabled: questions.length > 0,
  } as const
}

/** More are not asked about. */
const MAX_USES = 100

/** Each library of a text that can be asked about, once. */
export function usedLibraries(text: string): readonly UsedLibrary[] {
  const uses = new Map<string, UsedLibrary>()
  for (const use of readParts(text).uses) if (isLibraryName(use.name) && !uses.has(use.name)) uses.set(use.name, use)
  return [...uses.values()].slice(0, MAX_USES)
}

export type LibraryHint =
  | { readonly kind: 'newer'; readonly newest: NewestRevision }
  /** The lines do not have their hash; `newest` is null if there is no such library. */
  | { readonly kind: 'changed'; readonly newest: NewestRevision | null }
  | { readonly kind: 'other'; readonly newest: NewestRevision }
  | { readonly kind: 'unknown'; readonly nearest: string | null }

/** Null if there is nothing to say. */
export function hintOf({ intact }: UsedLibrary, state: UseState | undefined): LibraryHint | null {
  if (state === undefined) return null
  if (!intact) return { kind: 'changed', newest: state.state === 'unknown' ? null : state.newest }
  switch (state.state) {
    case 'current':
      return null
    case 'older':
      return { kind: 'newer', newest: state.newest }
    case 'other':
      return { kind: 'other', newest: state.newest }
    case 'unknown':
      return { kind: 'unknown', nearest: state.nearest }
  }
}

/** The address of the page, with one library open. */
export function libraryPath(name: string): string {
  return `/libraries?${new URLSearchParams({ name })}`
}
