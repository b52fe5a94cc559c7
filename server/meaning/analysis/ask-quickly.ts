import { Meter, StepsExceededError } from '../../engine/core/meter'
import { TRUE } from '../../engine/core/value'
import type { Answer } from '../answer'
import { type Condition, conjunction, type Space, withinRanges } from '../condition'
import { type CellSearch, findByCells } from '../find-by-cells'
import type { AskTools } from '../find-witness'
import { inputsOf } from '../question-ruleset'
import { askCondition } from '../questions'

/** A fraction of a millisecond, so one question never uses up the others' time. */
const MAX_STEPS = 20_000

export function askQuickly(space: Space, condition: Condition, tools: AskTools): Answer {
  const cells = byCells(space, condition)
  return cells ?? askCondition(space, condition, { ...tools, solver: null, meter: new Meter(MAX_STEPS) })
}

/** Null if cells do not decide such conditions. */
function byCells(space: Space, condition: Condition): Answer | null {
  const anywhere = searchCells(space, condition)
  if (anywhere.status === 'unknown') return null
  if (anywhere.status === 'none') return { status: 'proved', holds: 'everywhere' }
  const ranges = withinRanges(space, inputsOf(space, condition))
  const inside = ranges.length === 0 ? anywhere : searchCells(space, conjunction([...ranges, condition]))
  if (inside.status === 'unknown') return null
  if (inside.status === 'found') return { status: 'witness', witness: { values: inside.values } }
  return { status: 'proved', holds: 'within ranges', outside: { values: anywhere.values } }
}

function searchCells(space: Space, condition: Condition): CellSearch {
  try {
    return findByCells(space, condition, TRUE, new Meter(MAX_STEPS))
  } catch (error) {
    if (error instanceof StepsExceededError) return { status: 'unknown' }
    throw error
  }
}
