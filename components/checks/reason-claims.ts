export type ReasonPiece = string | { readonly claim: string }

export interface ReasonClaims {
  readonly certain: readonly string[]
  /** Claims that the answer may depend on, which was not decided. */
  readonly possible: readonly string[]
}

/** Lists that `server/engine/decide/verdict.ts` writes: "depends on a, the local b and c, which are not known". */
const LIST = /(may depend on |depends on )(.+?)(?=, which (?:is|are) not known)/g
const LOCAL = 'the local '

/** Splits the reason into text and claims, without losing a character. */
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

export function claimsOfReason(reason: string): ReasonClaims {
  const lists = [...reason.matchAll(LIST)]
  const named = (lead: string) =>
    lists
      .filter(({ 1: each }) => each === lead)
      .flatMap(({ 2: list = '' }) => list.split(/, | and /))
      .filter((part) => !part.startsWith(LOCAL))
  return { certain: named('depends on '), possible: named('may depend on ') }
}
