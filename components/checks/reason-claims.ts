/** The claims that a reason of the engine names, apart from the words around them. Pure. */

export type ReasonPiece = string | { readonly claim: string }

export interface ReasonClaims {
  /** Claims that the answer depends on. */
  readonly certain: readonly string[]
  /** Claims that the answer may depend on: that was not decided. */
  readonly possible: readonly string[]
}

/** "depends on a, the local b and c, which are not known": the lists that `server/engine/decide/verdict.ts` writes. */
const LIST = /(may depend on |depends on )(.+?)(?=, which (?:is|are) not known)/g
const LOCAL = 'the local '

/** The reason in order, with every claim of its lists by itself. The pieces joined are the reason. */
export function reasonPieces(reason: string): readonly ReasonPiece[] {
  const pieces: ReasonPiece[] = []
  let at = 0
  for (const { index, 1: lead = '', 2: list = '' } of reason.matchAll(LIST)) {
    pieces.push(reason.slice(at, index + lead.length))
    for (const part of list.split(/(, | and )/))
      if (part === ', ' || part === ' and ' || part.startsWith(LOCAL)) pieces.push(part)
      else pieces.push({ claim: part })
    at = index + lead.length + list.length
  }
  pieces.push(reason.slice(at))
  return pieces.filter((piece) => piece !== '')
}

/** The claims that a reason lists; empty for a reason of another kind. */
export function claimsOfReason(reason: string): ReasonClaims {
  const lists = [...reason.matchAll(LIST)]
  const named = (lead: string) =>
    lists
      .filter(({ 1: each }) => each === lead)
      .flatMap(({ 2: list = '' }) => list.split(/, | and /))
      .filter((part) => !part.startsWith(LOCAL))
  return { certain: named('depends on '), possible: named('may depend on ') }
}
