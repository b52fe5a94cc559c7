/**
 * Finds the operation of a method and a path. A path that exists only under other methods gives their names. HEAD is
 * routed like GET, because Node.js leaves the body out (RFC 9110, 9.3.2).
 */
export type Route<Id extends string> =
  | { readonly operation: Id; readonly parameters: Readonly<Record<string, string>> }
  | { readonly allow: readonly string[] }
  | null

interface Pattern<Id> {
  readonly method: string
  readonly operation: Id
  readonly segments: readonly string[]
  readonly takesSlashes: boolean
}

export interface Router<Id extends string> {
  find(method: string, path: string): Route<Id>
}

interface Routed {
  readonly method: string
  /** Path template; `{name}` is one percent-decoded segment. */
  readonly path: string
  /** Whether the last parameter takes the rest of the path, with slashes. */
  readonly takesSlashes?: boolean
}

export function createRouter<Id extends string>(operations: Readonly<Record<Id, Routed>>): Router<Id> {
  const fixed = new Map<string, Map<string, Id>>()
  const patterns: Pattern<Id>[] = []
  for (const [id, operation] of Object.entries<Routed>(operations) as [Id, Routed][]) {
    if (operation.path.includes('{'))
      patterns.push({
        method: operation.method,
        operation: id,
        segments: operation.path.split('/'),
        takesSlashes: operation.takesSlashes === true,
      })
    else fixed.set(operation.path, (fixed.get(operation.path) ?? new Map<string, Id>()).set(operation.method, id))
  }
  const router: Router<Id> = {
    find(method, path) {
      const methods = fixed.get(path)
      const exact = methods?.get(method)
      if (exact !== undefined) return { operation: exact, parameters: NO_PARAMETERS }
      const matches = matchAll(patterns, path)
      for (const match of matches) if (match.method === method) return match
      if (method === 'HEAD') return router.find('GET', path)
      const allow = [...(methods?.keys() ?? []), ...matches.map((match) => match.method)]
      return allow.length > 0 ? { allow: allow.flatMap((each) => (each === 'GET' ? ['GET', 'HEAD'] : [each])) } : null
    },
  }
  return router
}

const NO_PARAMETERS: Readonly<Record<string, string>> = Object.freeze({})

function matchAll<Id>(patterns: readonly Pattern<Id>[], path: string) {
  const segments = path.split('/')
  return patterns.flatMap((pattern) => {
    const parameters = matchSegments(pattern, segments)
    return parameters === null ? [] : [{ method: pattern.method, operation: pattern.operation, parameters }]
  })
}

function matchSegments<Id>(
  { segments: template, takesSlashes }: Pattern<Id>,
  given: readonly string[],
): Record<string, string> | null {
  const last = template.length - 1
  if (takesSlashes ? given.length <= last : given.length !== template.length) return null
  const parameters: Record<string, string> = {}
  for (let i = 0; i <= last; i++) {
    const expected = template[i]!
    const actual = takesSlashes && i === last ? given.slice(i).join('/') : given[i]!
    if (expected.startsWith('{')) {
      const decoded = decode(actual)
      if (decoded === null) return null
      parameters[expected.slice(1, -1)] = decoded
    } else if (expected !== actual) return null
  }
  return parameters
}

function decode(segment: string): string | null {
  try {
    return decodeURIComponent(segment)
  } catch {
    return null
  }
}
