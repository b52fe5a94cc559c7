interface Named {
  readonly name: string
}

/** In each direction: the index in the other list, or -1. */
export interface PairedNames {
  readonly later: readonly number[]
  readonly earlier: readonly number[]
}

/** Names are unique in each list. */
export function pairNames(before: readonly Named[], after: readonly Named[]): PairedNames {
  const later = placesByName(before, after)
  const isInOrder = before.length === after.length && later.every((place, index) => place === index)
  return { later, earlier: isInOrder ? later : placesByName(after, before) }
}

/** By index of `items`: the index in `others`, or -1. Lists in the same order, as in most revisions, need no table. */
export function placesByName(items: readonly Named[], others: readonly Named[]): readonly number[] {
  let table: ReadonlyMap<string, number> | null = null
  return items.map(({ name }, index) => {
    if (others[index]?.name === name) return index
    table ??= new Map(others.map((other, place) => [other.name, place]))
    return table.get(name) ?? -1
  })
}
