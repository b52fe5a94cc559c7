import { z } from 'zod'
import { isJsonObject } from '../../guard/json-path'
import type { GuardedCall, LookedUp } from '../../guard/prepared-guard'
import { type LosslessJson, readJson } from '../../language/numeric/lossless-json'
import type { AirlineRecords, AppliedCall, Reservation } from './recorded-runs'

/** The time at which every recorded run takes place (the policy of these runs). */
const NOW = Date.UTC(2024, 4, 15, 15)
const DEPARTED = new Set(['flying', 'landed'])

const segments = z.array(z.looseObject({ flight_number: z.string(), date: z.string() }))
const cancelled = z.looseObject({ reservation_id: z.string() })
const changed = z.looseObject({ reservation_id: z.string(), flights: segments, payment_id: z.string() })
const booked = z.looseObject({
  user_id: z.string(),
  payment_methods: z.array(z.looseObject({ payment_id: z.string() })),
})

/** What the lookups of the airline example answer about a recorded call, before it is carried out. */
export class AirlineLookups {
  /** Reservations as the calls of this run left them. */
  private readonly current = new Map<string, Reservation>()

  constructor(private readonly records: AirlineRecords) {}

  callOf({ tool, arguments: text }: AppliedCall): GuardedCall {
    const read = readJson(text)
    if ('problem' in read || !isJsonObject(read.value)) throw new Error(`unreadable arguments: ${text}`)
    const answers = Object.entries(this.answers(tool, JSON.parse(text)))
    return {
      arguments: read.value,
      session: {},
      lookups: new Map(answers.map(([name, value]) => [name, asLookedUp(value)])),
    }
  }

  apply({ result }: AppliedCall): void {
    this.current.set(result.reservation_id, result)
  }

  private answers(tool: string, values: unknown): Readonly<Record<string, unknown>> {
    if (tool === 'cancel_reservation') return { trip: this.trip(this.reservation(cancelled.parse(values))) }
    if (tool === 'book_reservation') return this.booking(booked.parse(values))
    const call = changed.parse(values)
    const before = this.reservation(call)
    const source = this.records.users[before.user_id]!.payment_methods[call.payment_id]?.source
    return { trip: this.trip(before), route: this.route(before, call.flights), payment: { source } }
  }

  private reservation({ reservation_id: id }: { readonly reservation_id: string }): Reservation {
    const reservation = this.current.get(id) ?? this.records.reservations[id]
    if (reservation === undefined) throw new Error(`no reservation ${id}`)
    return reservation
  }

  private trip({ cabin, created_at, insurance, flights }: Reservation) {
    const statuses = flights.map(({ flight_number, date }) => this.flight(flight_number).dates[date]?.status ?? '')
    return {
      cabin,
      insurance,
      hours_since_booking: `${(NOW - Date.parse(`${created_at}Z`)) / 1000}/3600`,
      has_departed: statuses.some((status) => DEPARTED.has(status)),
      has_cancelled_flight: statuses.includes('cancelled'),
    }
  }

  private route(before: Reservation, flights: z.infer<typeof segments>) {
    const isSame =
      flights.length === before.flights.length &&
      flights.every(({ flight_number, date }) =>
        before.flights.some((old) => old.flight_number === flight_number && old.date === date),
      )
    const ends = (of: Reservation['flights']) => ({
      from: of.length === 0 ? null : this.flight(of[0]!.flight_number).origin,
      to: of.length === 0 ? null : this.flight(of.at(-1)!.flight_number).destination,
    })
    const [old, now] = [ends(before.flights), ends(flights)]
    const reached = flights.map(({ flight_number }) => this.flight(flight_number).destination)
    const isReturn = before.flight_type === 'round_trip'
    return {
      flights_change: !isSame,
      origin_stays: now.from === old.from,
      destination_stays: isReturn ? reached.includes(before.destination) : now.to === old.to,
      kind_stays: isReturn ? now.to === old.to : now.to !== now.from,
    }
  }

  private booking({ user_id, payment_methods }: z.infer<typeof booked>) {
    const { membership, payment_methods: stored } = this.records.users[user_id]!
    const sources = payment_methods.map(({ payment_id }) => stored[payment_id]?.source)
    const count = (source: string) => sources.filter((each) => each === source).length
    return {
      customer: { membership },
      payment: {
        certificates: count('certificate'),
        credit_cards: count('credit_card'),
        gift_cards: count('gift_card'),
        all_stored: !sources.includes(undefined),
      },
    }
  }

  private flight(number: string) {
    const flight = this.records.flights[number]
    if (flight === undefined) throw new Error(`no flight ${number}`)
    return flight
  }
}

function asLookedUp(value: unknown): LookedUp {
  const read = readJson(JSON.stringify(value))
  if ('problem' in read) throw new Error(read.problem.message)
  return { value: read.value as LosslessJson }
}
