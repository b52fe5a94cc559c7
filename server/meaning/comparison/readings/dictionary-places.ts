/** Values of claims inside of dictionaries, by the names of the claims. */
import type { ClaimDictionary, ClaimValue } from '../../claim-dictionary'

/** Null if the dictionary has no place for the claim, because its record is absent or its list too short. */
export function withValue(claims: ClaimDictionary, name: string, submitted: string): ClaimDictionary | null {
  const changed = structuredClone(claims)
  const place = placeIn(changed, name)
  if (place === null) return null
  place.members[place.key] = submitted
  return changed
}

export function valueIn(claims: ClaimDictionary, name: string): ClaimValue | undefined {
  const place = placeIn(claims, name)
  return place?.members[place.key]
}

interface Member {
  readonly members: Record<string, ClaimValue>
  readonly key: string
}

function placeIn(claims: ClaimDictionary, name: string): Member | null {
  let place: Member | null = null
  let value: unknown = claims
  for (const step of name.split(/[.[\]]+/).filter((each) => each !== '')) {
    if (typeof value !== 'object' || value === null) return null
    const key = Array.isArray(value) ? String(Number(step) - 1) : step
    if (!Object.hasOwn(value, key)) return null
    const members = value as Record<string, ClaimValue>
    place = { members, key }
    value = members[key]
  }
  return place
}
