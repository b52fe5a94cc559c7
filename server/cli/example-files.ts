/** Makes the example policies of the pages, and the files of the guide to tool guards, from the golden files. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'

const policy = z.looseObject({
  title: z.string(),
  source: z.string(),
  domain: z.string(),
  country: z.string(),
  summary: z.string(),
  excerpt: z.string(),
})
const policyCase = z.looseObject({ name: z.string(), claims: z.record(z.string(), z.unknown()) })

const policies = path.resolve(import.meta.dirname, '../testing/golden/policies')

/** Folders under public that hold nothing else. */
export const EXAMPLE_FOLDERS = ['examples', 'guards'] as const

/** Returns texts by path under public. */
export function exampleFiles(): Map<string, string> {
  const files = new Map<string, string>()
  const index = []
  for (const entry of readdirSync(policies, { withFileTypes: true }).filter((item) => item.isDirectory())) {
    const slug = entry.name
    const folder = path.join(policies, slug)
    const { title, source, domain, country, summary, excerpt } = policy.parse(
      JSON.parse(readFileSync(path.join(folder, 'policy.json'), 'utf8')),
    )
    const cases = readdirSync(path.join(folder, 'cases'))
      .sort()
      .map((file) => policyCase.parse(JSON.parse(readFileSync(path.join(folder, 'cases', file), 'utf8'))))
      .map(({ name, claims }) => ({ name, claims }))
    const ruleset = readFileSync(path.join(folder, 'ruleset.tsr'), 'utf8')
    index.push({ slug, title, source, domain, country, summary })
    files.set(
      `examples/${slug}.json`,
      print({ slug, title, source, domain, country, summary, excerpt, ruleset, cases }),
    )
  }
  files.set('examples/index.json', print(index))
  for (const [name, value] of Object.entries(airlineExample())) files.set(name, print(value))
  return files
}

const airline = path.resolve(import.meta.dirname, '../testing/golden/guards/airline')
const guards = z.array(z.looseObject({ tool: z.string(), map: z.looseObject({ claims: z.unknown() }) }))

/** Requests of the guide to tool guards, for its ruleset and its guard, and two records. */
function airlineExample(): Readonly<Record<string, unknown>> {
  const tool = 'cancel_reservation'
  const guard = guards
    .parse(JSON.parse(readFileSync(path.join(airline, 'guards.json'), 'utf8')))
    .find((each) => each.tool === tool)
  const source = { kind: 'http', connection: 'records', path: 'airline-trip-{1}.json', keep_seconds: 30 }
  const lookups = { trip: { arguments: ['$.reservation_id'], source } }
  const request = { name: 'cancellations', server: 'bookings', tool, ruleset_hash: 'HASH', unknown: 'ask' }
  const trip = { cabin: 'economy', has_departed: false, has_cancelled_flight: false }
  return {
    'guards/airline-ruleset.json': {
      name: 'cancellations',
      source: readFileSync(path.join(airline, 'cancel.tsr'), 'utf8'),
    },
    'guards/airline-guard.json': { ...request, map: { lookups, claims: guard?.map.claims } },
    'guards/airline-trip-QX1TRM.json': { ...trip, hours_since_booking: 51, insurance: 'no' },
    'guards/airline-trip-BK7WNE.json': { ...trip, hours_since_booking: 51, insurance: 'yes' },
  }
}

function print(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
