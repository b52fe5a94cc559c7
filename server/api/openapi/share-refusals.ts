/** The published form of the document: refusals that several operations have are components, which halves its size. */
import type { Json } from '../canonical-json'
import type { Members } from './openapi-schemas'

const FIRST_REFUSAL = 400

export function shareRefusals(document: Members): Members {
  const uses = new Map<string, number>()
  for (const { response } of refusalsOf(document)) {
    const text = JSON.stringify(response)
    uses.set(text, (uses.get(text) ?? 0) + 1)
  }
  const names = new Map<string, string>()
  const counts = new Map<string, number>()
  for (const { status, response } of refusalsOf(document)) {
    const text = JSON.stringify(response)
    if (names.has(text) || uses.get(text) === 1) continue
    const nth = (counts.get(status) ?? 0) + 1
    counts.set(status, nth)
    names.set(text, `Refusal${status}${nth === 1 ? '' : `-${nth}`}`)
  }
  const share = (status: string, response: Json): Json => {
    const name = Number(status) < FIRST_REFUSAL ? undefined : names.get(JSON.stringify(response))
    return name === undefined ? response : { $ref: `#/components/responses/${name}` }
  }
  return {
    ...document,
    paths: mapMembers(document.paths, (item) =>
      mapMembers(item, (operation) => {
        const { responses = {}, ...asked } = operation as Members
        return { ...asked, responses: mapMembers(responses, (response, status) => share(status, response)) }
      }),
    ),
    components: {
      ...(document.components as Members),
      responses: Object.fromEntries([...names].map(([text, name]) => [name, JSON.parse(text) as Json])),
    },
  }
}

function refusalsOf({ paths }: Members): { readonly status: string; readonly response: Json }[] {
  const operations = Object.values(paths as Members).flatMap((item) => Object.values(item as Members) as Members[])
  return operations.flatMap(({ responses }) =>
    Object.entries(responses as Members).flatMap(([status, response]) =>
      Number(status) < FIRST_REFUSAL ? [] : [{ status, response: response as Json }],
    ),
  )
}

function mapMembers(members: Json | undefined, map: (value: Json, name: string) => Json): Members {
  return Object.fromEntries(Object.entries(members as Members).map(([name, value]) => [name, map(value as Json, name)]))
}
