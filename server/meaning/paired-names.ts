/**
 * Things of two rulesets that have the same name.
 *
 * Promises: linear. Lists whose names stand in the same order, as in most revisions, are paired without a table.
 */
interface Named {
  readonly name: string
}

/** Both ways: by index in one list, the index in the other of the thing with the same name, else -1. */
export interface PairedNames {
  /** By index in the earlier list. */
  readonly later: readonly number[]
  /** By index in the later list. */
  readonly earlier: readonly number[]
}

/** @param before,after each name once */
export function pairNames(before: readonly Named[], after: readonly Named[]): PairedNames {
  const later = placesByName(before, after)
  const isInOrder = before.length === after.length && later.every((place, index) => place === index)
  return { later, earlier: isInOrder ? later : placesByName(after, before) }
}

/**
 * @param items each name once
 * @param others each name once
 * @returns by index of `items`: the index in `others` of the one with the same name, else -1
 */
export function placesByName(items: readonly Named[], others: readonly Named[]): readonly number[] {
  let table: ReadonlyMap<string, number> | null = null
  return items.map(({ name }, index) => {
    if (others[index]?.name === name) return index
    table ??= new Map(others.map((other, place) => [other.name, place]))
    return table.get(name) ?? -1
  })
}
