/**
 * Reads recorded airline runs of tau-bench (github.com/sierra-research/tau-bench) from a clone of its repository, with or
 * without a work tree. None of its data is part of this repository.
 */
import { execFileSync } from 'node:child_process'
import { z } from 'zod'

const flight = z.looseObject({ flight_number: z.string(), date: z.string() })
const reservation = z.looseObject({
  user_id: z.string(),
  destination: z.string(),
  flight_type: z.enum(['one_way', 'round_trip']),
  cabin: z.enum(['basic_economy', 'economy', 'business']),
  flights: z.array(flight),
  created_at: z.iso.datetime({ local: true }),
  insurance: z.enum(['yes', 'no']),
})
const user = z.looseObject({
  membership: z.enum(['regular', 'silver', 'gold']),
  payment_methods: z.record(z.string(), z.looseObject({ source: z.enum(['credit_card', 'gift_card', 'certificate']) })),
})
const flightDates = z.looseObject({
  origin: z.string(),
  destination: z.string(),
  dates: z.record(z.string(), z.looseObject({ status: z.string() })),
})
const toolCall = z.looseObject({ function: z.looseObject({ name: z.string(), arguments: z.string() }) })
const message = z.looseObject({
  role: z.string(),
  content: z.string().nullish(),
  tool_calls: z.array(toolCall).nullish(),
})
const run = z.looseObject({ reward: z.number(), traj: z.array(message) })

export type Reservation = z.infer<typeof reservation>
export type User = z.infer<typeof user>

export interface AirlineRecords {
  readonly flights: Readonly<Record<string, z.infer<typeof flightDates>>>
  readonly reservations: Readonly<Record<string, Reservation>>
  readonly users: Readonly<Record<string, User>>
}

export interface AppliedCall {
  readonly tool: string
  /** As JSON. */
  readonly arguments: string
  /** The reservation after the call. */
  readonly result: Reservation & { readonly reservation_id: string }
}

export interface RecordedRun {
  /** From zero. */
  readonly number: number
  readonly hasFailed: boolean
  /** Calls that the tool carried out, in order. */
  readonly applied: readonly AppliedCall[]
}

const applied = reservation.extend({ reservation_id: z.string() })

export class RecordedRuns {
  readonly records: AirlineRecords

  /** @param clone path of the repository */
  constructor(private readonly clone: string) {
    const data = 'tau_bench/envs/airline/data'
    this.records = {
      flights: z.record(z.string(), flightDates).parse(this.read(`${data}/flights.json`)),
      reservations: z.record(z.string(), reservation).parse(this.read(`${data}/reservations.json`)),
      users: z.record(z.string(), user).parse(this.read(`${data}/users.json`)),
    }
  }

  /** @param tools whose calls are listed */
  list(tools: ReadonlySet<string>): readonly RecordedRun[] {
    const runs = z.array(run).parse(this.read('historical_trajectories/gpt-4o-airline.json'))
    return runs.map(({ reward, traj }, number) => ({
      number,
      hasFailed: reward < 1,
      applied: traj.flatMap((each, index) => appliedCall(each, traj[index + 1], tools)),
    }))
  }

  private read(file: string): unknown {
    const options = { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 } as const
    return JSON.parse(execFileSync('git', ['-C', this.clone, 'show', `HEAD:${file}`], options))
  }
}

/** An agent of these runs makes one call at a time; its answer is the next message. */
function appliedCall(
  { tool_calls }: z.infer<typeof message>,
  answer: z.infer<typeof message> | undefined,
  tools: ReadonlySet<string>,
): readonly AppliedCall[] {
  const [call] = tool_calls ?? []
  if (call === undefined || !tools.has(call.function.name)) return []
  if (answer?.role !== 'tool' || !answer.content?.startsWith('{')) return []
  const { name: tool, arguments: values } = call.function
  return [{ tool, arguments: values, result: applied.parse(JSON.parse(answer.content)) }]
}
