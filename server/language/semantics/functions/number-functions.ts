/**
 * Min, Max, Abs, Floor, Ceil and Round of language 1.4. Min and Max take dates, too. They never change the unit: Floor and Ceil go to whole numbers
 * of the unit that the operand is in, and Round to multiples of a written step.
 */
import { multiply, ONE, type Rational, signOf } from '../../numeric/rational'
import { quoteText } from '../../syntax/string-literal'
import type { Expression, NumberFunction } from '../../syntax/syntax'
import { reportAffine } from '../arithmetic'
import type { Checked, RoundingMode } from '../checked-ruleset'
import type { Checking } from '../checking'
import { reportMismatch } from '../comparison'
import { needAmount, needNumber, unitOf } from '../conditions'
import { checkCount } from '../connective'
import { joinTypes } from '../join'
import { meetTypes } from '../measures/meeting'
import { BARE, describeType } from '../types'

type Call = Extract<Expression, { kind: 'call' }>

/** The modes of Round, in the order of the documentation. */
export const ROUND_MODES = ['half_up', 'half_even', 'up', 'down'] as const satisfies readonly RoundingMode[]

/** Null, and reported, if an operand is not a number or the units do not fit. */
export function checkNumberFunction(c: Checking, node: Call, callee: NumberFunction): Checked | null {
  if (callee === 'Round') return checkRound(c, node)
  const counted = checkCount(c, node)
  const isExtreme = callee === 'Min' || callee === 'Max'
  const need = isExtreme ? needAmount : needNumber
  const operands = node.operands.map((operand) => need(c, c.checkAs(BARE, operand), callee))
  if (!counted) return null
  if (isExtreme) return checkExtreme(c, node, callee, operands)
  const [operand] = operands
  if (operand === undefined || operand === null) return null
  const { start, end } = node
  if (callee === 'Abs')
    return reportAffine(c, node, operand) ? null : { kind: 'absolute', operand, type: operand.type, start, end }
  const mode = callee === 'Floor' ? 'floor' : 'ceiling'
  const written = { value: ONE, unit: unitOf(operand) }
  return { kind: 'round', operand, step: ONE, mode, written, type: operand.type, start, end }
}

function checkExtreme(
  c: Checking,
  node: Call,
  extreme: 'Min' | 'Max',
  operands: readonly (Checked | null)[],
): Checked | null {
  const joined = joinTypes(c, operands, 'mixed-members')
  if (joined === null) return null
  return { kind: 'extreme', extreme, operands: joined.values, type: joined.type, start: node.start, end: node.end }
}

function checkRound(c: Checking, node: Call): Checked | null {
  const [number, by, how] = node.operands
  if (number === undefined || by === undefined || how === undefined || node.operands.length > 3) {
    for (const operand of node.operands) if (operand.kind !== 'string') c.check(operand)
    if (!node.operands.some((operand) => operand.kind === 'broken')) c.report.add('round-form', node, [])
    return null
  }
  const operand = needNumber(c, c.checkAs(BARE, number), 'Round')
  const mode = readMode(c, how)
  const step = readStep(c, by)
  if (operand === null || mode === null || step === null) return null
  const meeting = meetTypes(c, operand.type, step.type)
  if (!meeting.met) {
    reportMismatch(c, operand, step, meeting, node, true)
    return null
  }
  const { conversion, unbridged } = meeting
  if (unbridged !== null || (conversion !== null && signOf(conversion.offset) !== 0)) {
    c.report.add('round-step', by, [describeType(operand.type)])
    return null
  }
  return {
    kind: 'round',
    operand,
    step: conversion === null ? step.value : multiply(step.value, conversion.factor),
    mode,
    written: { value: step.value, unit: unitOf(step) },
    type: operand.type,
    start: node.start,
    end: node.end,
  }
}

/** Null, and reported, unless it is a written number above zero. */
function readStep(c: Checking, node: Expression): Extract<Checked, { kind: 'number' }> | null {
  const step = needNumber(c, c.checkAs(BARE, node), 'Round')
  if (step === null) return null
  if (step.kind === 'number' && isPositive(step.value)) return step
  c.report.add('round-step', node, [null])
  return null
}

function isPositive(value: Rational): boolean {
  return signOf(value) > 0
}

function readMode(c: Checking, node: Expression): RoundingMode | null {
  const written = node.kind === 'string' ? node.value : null
  const mode = ROUND_MODES.find((known) => known === written)
  if (mode !== undefined) return mode
  const near = written === null ? null : c.speller.nearest(written, ROUND_MODES)
  const fixes =
    near === null ? [] : [{ title: `Write ${quoteText(near)}`, edits: [{ ...spanOf(node), text: quoteText(near) }] }]
  c.report.add('round-mode', node, [near], fixes)
  return null
}

function spanOf({ start, end }: Expression) {
  return { start, end }
}
