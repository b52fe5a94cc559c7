/** The key of a part that has no name but its place, and that never moves among its siblings. */
export function placeKey(place: number): string {
  return `at-${place}`
}
