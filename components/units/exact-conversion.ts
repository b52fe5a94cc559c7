/** A conversion as one exact equation. */
import type { UnitBridge } from './read-units'

/** `kg = lb × 45359237/100000000`, with the offset where there is one. */
export function conversionEquation(conversion: {
  readonly from: string
  readonly to: string
  /** Exact numerals as text. */
  readonly factor: string
  readonly offset: string
}): string {
  const { from, to, factor, offset } = conversion
  const scaled = factor === '1' ? from : `${from} × ${factor}`
  if (offset === '0') return `${to} = ${scaled}`
  return `${to} = ${scaled} ${offset.startsWith('-') ? `− ${offset.slice(1)}` : `+ ${offset}`}`
}

/** That of an answer which says that two units convert. */
export function exactConversion({ from, to, ratio = '1/1', exact_offset: offset = '0' }: UnitBridge): string {
  return conversionEquation({ from, to, factor: ratio.endsWith('/1') ? ratio.slice(0, -2) : ratio, offset })
}
