/**
 * Returns members that are enough together, but not without any one of them.
 * @param isEnough is asked once for each member
 */
export function minimalSet<T>(members: readonly T[], isEnough: (some: readonly T[]) => boolean): readonly T[] {
  let needed = members
  for (const member of members) {
    const others = needed.filter((other) => other !== member)
    if (others.length < needed.length && isEnough(others)) needed = others
  }
  return needed
}
