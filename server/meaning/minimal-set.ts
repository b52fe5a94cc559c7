/**
 * A part of a list that is enough by itself and of which no member can be left out.
 */

/**
 * @param members together they are enough
 * @param isEnough decides for some of them, in their order; asked once for each member
 */
export function minimalSet<T>(members: readonly T[], isEnough: (some: readonly T[]) => boolean): readonly T[] {
  let needed = members
  for (const member of members) {
    const others = needed.filter((other) => other !== member)
    if (others.length < needed.length && isEnough(others)) needed = others
  }
  return needed
}
