import { parse } from '@marcbachmann/cel-js'
import type { MakePeer } from '../subject'

const LEVEL = `{"analyst": 0.0, "manager": 1.0, "director": 2.0, "officer": 3.0}`

export const makePeer: MakePeer = (groups) => {
  const programs = Array.from({ length: groups }, (_, g) => expressions(g))
    .flat()
    .map((text) => parse(text))
  return { name: '@marcbachmann/cel-js', load: (input) => () => programs.map((program) => program(input) === true) }
}

function expressions(g: number): string[] {
  return [
    `amount_${g} < 5000.0`,
    `!(amount_${g} > 75.0) || receipt_${g}`,
    `category_${g} == "travel" || category_${g} == "meals" || amount_${g} < 1000.0`,
    `approved_${g} && !flagged_${g}`,
    `amount_${g} <= 2500.0 || ${LEVEL}[level_${g}] >= 1.0`,
    `nights_${g} * rate_${g} <= 3000.0`,
    `amount_${g} + tax_${g} <= 6000.0`,
    `remote_${g} ? amount_${g} < 2000.0 : amount_${g} < 7000.0`,
    `category_${g} in ["travel", "meals", "lodging"]`,
    `(receipt_${g} && itinerary_${g}) || (receipt_${g} && approved_${g}) || (itinerary_${g} && approved_${g})`,
    `flagged_${g} != approved_${g}`,
    `!(nights_${g} > 0.0) || category_${g} != "equipment"`,
  ]
}
