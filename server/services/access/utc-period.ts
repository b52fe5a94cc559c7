/** A name is the first day: `2026-11-21`, `2026-11-01`. */
export interface PeriodKind {
  /** @param moment epoch milliseconds */
  nameOf(moment: number): string
  /** In epoch milliseconds. */
  endOf(name: string): number
}

const DAY_MS = 86_400_000

export const UTC_DAY: PeriodKind = {
  nameOf: (moment) => new Date(moment).toISOString().slice(0, 10),
  endOf: (name) => Date.parse(name) + DAY_MS,
}

export const UTC_MONTH: PeriodKind = {
  nameOf: (moment) => `${new Date(moment).toISOString().slice(0, 7)}-01`,
  endOf: (name) => {
    const first = new Date(name)
    return Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1)
  },
}
