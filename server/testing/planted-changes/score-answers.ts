import { z } from 'zod'
import type { PlantedItem } from './planted-items'
import { PRESENTATIONS, type Presentation } from './write-sheets'

const answersFile = z.object({
  reader: z.string(),
  presentation: z.enum(PRESENTATIONS),
  answers: z.array(
    z.object({
      item: z.coerce.string(),
      changed: z.boolean().nullable(),
      rule: z.union([z.string(), z.array(z.string()).transform((names) => names.join(', '))]).nullish(),
      seconds: z.number().min(0).nullish(),
    }),
  ),
})
export type ReaderAnswers = z.output<typeof answersFile>

export interface Share {
  readonly count: number
  readonly of: number
  /** Clopper–Pearson, 95 %. */
  readonly from: number
  readonly to: number
}

export interface ReadingScore {
  readonly presentation: Presentation
  readonly readers: number
  /** Planted changes that were called changes, with a right name. */
  readonly found: Share
  /** Planted changes that were called changes, with any name. */
  readonly noticed: Share
  /** Harmless rewrites that were called changes. */
  readonly falseAlarms: Share
  /** Planted changes that were found, by kind. */
  readonly byKind: Readonly<Record<string, Share>>
  readonly unanswered: number
  /** Median for one item; null if nobody measured. */
  readonly medianSeconds: number | null
  /** In the order of the files. */
  readonly byReader: readonly ReaderScore[]
}

export interface ReaderScore {
  readonly reader: string
  readonly found: Share
  readonly falseAlarms: Share
  /** Time for all items together. */
  readonly seconds: number | null
  readonly medianSeconds: number | null
}

/** @throws if the file has another form */
export function readAnswers(text: string): ReaderAnswers {
  return answersFile.parse(JSON.parse(text))
}

/** One score for each presentation that somebody read. An item without an answer is neither found nor an alarm. */
export function scoreAnswers(items: readonly PlantedItem[], files: readonly ReaderAnswers[]): readonly ReadingScore[] {
  return PRESENTATIONS.flatMap((presentation) => {
    const own = files.filter((file) => file.presentation === presentation)
    return own.length === 0 ? [] : [scoreReaders(presentation, items, own)]
  })
}

interface Judged {
  readonly item: PlantedItem
  readonly isAnswered: boolean
  readonly isNoticed: boolean
  readonly isFound: boolean
  readonly seconds: number | null
}

function scoreReaders(
  presentation: Presentation,
  items: readonly PlantedItem[],
  files: readonly ReaderAnswers[],
): ReadingScore {
  const judged = files.flatMap((file) => items.map((item) => judge(item, file)))
  const planted = judged.filter(({ item }) => item.isPlanted)
  const harmless = judged.filter(({ item }) => !item.isPlanted)
  const kinds = [...new Set(planted.map(({ item }) => item.kind))].sort()
  const foundOf = (some: readonly Judged[]) => shareOf(some.filter(({ isFound }) => isFound).length, some.length)
  return {
    presentation,
    readers: files.length,
    found: foundOf(planted),
    noticed: shareOf(planted.filter(({ isNoticed }) => isNoticed).length, planted.length),
    falseAlarms: shareOf(harmless.filter(({ isNoticed }) => isNoticed).length, harmless.length),
    byKind: Object.fromEntries(kinds.map((kind) => [kind, foundOf(planted.filter(({ item }) => item.kind === kind))])),
    unanswered: judged.filter(({ isAnswered }) => !isAnswered).length,
    medianSeconds: medianOf(judged.flatMap(({ seconds }) => seconds ?? [])),
    byReader: files.map((file) => scoreReader(items, file)),
  }
}

function scoreReader(items: readonly PlantedItem[], file: ReaderAnswers): ReaderScore {
  const judged = items.map((item) => judge(item, file))
  const planted = judged.filter(({ item }) => item.isPlanted)
  const harmless = judged.filter(({ item }) => !item.isPlanted)
  const measured = judged.flatMap(({ seconds }) => seconds ?? [])
  return {
    reader: file.reader,
    found: shareOf(planted.filter(({ isFound }) => isFound).length, planted.length),
    falseAlarms: shareOf(harmless.filter(({ isNoticed }) => isNoticed).length, harmless.length),
    seconds: measured.length === 0 ? null : measured.reduce((sum, each) => sum + each, 0),
    medianSeconds: medianOf(measured),
  }
}

function judge(item: PlantedItem, { answers }: ReaderAnswers): Judged {
  const answer = answers.findLast((each) => Number(each.item) === Number(item.id))
  const isNoticed = answer?.changed === true
  const named = (answer?.rule ?? '').split(',').map(plainName)
  const isRight = item.names.some((name) => named.some((each) => each.includes(plainName(name))))
  return {
    ...{ item, isNoticed, isAnswered: answer != null && answer.changed !== null },
    ...{ isFound: isNoticed && isRight, seconds: answer?.seconds ?? null },
  }
}

function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
}

function medianOf(numbers: readonly number[]): number | null {
  const sorted = numbers.toSorted((one, other) => one - other)
  const middle = Math.floor(sorted.length / 2)
  if (sorted.length === 0) return null
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** The exact interval of Clopper and Pearson (1934), which assumes that items are independent. */
export function shareOf(count: number, of: number): Share {
  const tail = 0.025
  const from = count === 0 ? 0 : bisect((share) => 1 - atMost(count - 1, of, share) - tail)
  const to = count === of ? 1 : bisect((share) => tail - atMost(count, of, share))
  return { count, of, from, to }
}

/** The share at which an increasing function is zero. */
function bisect(increasing: (share: number) => number): number {
  let [low, high] = [0, 1]
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2
    if (increasing(middle) < 0) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/** Probability of at most `count` successes in `of` trials. */
function atMost(count: number, of: number, share: number): number {
  let [sum, choose] = [0, 1]
  for (let k = 0; k <= count; k++) {
    sum += choose * share ** k * (1 - share) ** (of - k)
    choose = (choose * (of - k)) / (k + 1)
  }
  return sum
}

/** One line for each measure. */
export function scoreInWords(score: ReadingScore): string {
  const { presentation, readers, found, noticed, falseAlarms, byKind, unanswered, medianSeconds, byReader } = score
  return [
    `${presentation}: ${readers} ${readers === 1 ? 'reader' : 'readers'}`,
    `  found          ${shareInWords(found)}`,
    `  noticed        ${shareInWords(noticed)}`,
    `  false alarms   ${shareInWords(falseAlarms)}`,
    `  median seconds ${medianSeconds ?? 'not measured'}`,
    `  unanswered     ${unanswered}`,
    ...Object.entries(byKind).map(([kind, share]) => `  ${kind.padEnd(22)} ${shareInWords(share)}`),
    ...byReader.map(readerInWords),
  ].join('\n')
}

function readerInWords({ reader, found, falseAlarms, seconds, medianSeconds }: ReaderScore): string {
  const time = seconds === null ? 'time not measured' : `${Math.round(seconds)} s, median ${medianSeconds} s`
  const name = reader === '' ? 'without a name' : reader
  return `  reader ${name}: found ${found.count} of ${found.of}, false alarms ${falseAlarms.count} of ${falseAlarms.of}, ${time}`
}

function shareInWords({ count, of, from, to }: Share): string {
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`
  return `${count} of ${of} = ${percent(count / of)} (95 %: ${percent(from)} to ${percent(to)})`
}
