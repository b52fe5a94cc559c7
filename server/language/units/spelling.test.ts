import { describe, expect, it } from 'vitest'
import { nearestSpelling } from './spelling'
import { SYMBOLS } from './symbol-table'

describe('nearestSpelling', () => {
  it('offers another case, number, order or letter, the closest first', () => {
    const offered: [string, string][] = [
      ['Kg', 'kg'],
      ['usd', 'USD'],
      ['Usd', 'USD'],
      ['KB', 'kB'],
      ['mb', 'MB'],
      ['DEGC', 'degC'],
      ['Litres', 'litres'],
      ['kgs', 'kg'],
      ['kgS', 'kg'],
      ['USDs', 'USD'],
      ['celsiuss', 'celsius'],
      ['UDS', 'USD'],
      ['houres', 'hours'],
      ['horus', 'hours'],
      ['minuets', 'minutes'],
      ['kilogrms', 'kilograms'],
      ['celcius', 'celsius'],
      ['farenheit', 'fahrenheit'],
      ['hektare', 'hectare'],
      ['Mb', 'Mbit'],
      ['dollars', 'USD'],
    ]
    for (const [symbol, nearest] of offered) expect([symbol, nearestSpelling(symbol, [])]).toEqual([symbol, nearest])
  })
  it('offers nothing far-fetched', () => {
    for (const symbol of ['widgets', 'x', 'xq', 'USF', 'ABC', 'BGN', 'people', 'FTE', 'a'.repeat(500)])
      expect([symbol, nearestSpelling(symbol, [])]).toEqual([symbol, null])
  })
  it("offers the ruleset's own symbols", () => {
    expect(nearestSpelling('Widgets', ['widgets'])).toBe('widgets')
    expect(nearestSpelling('widget', ['widgets'])).toBe('widgets')
  })
  it('finds every spelling with two letters swapped, in words of six or more letters', () => {
    for (const spelling of SYMBOLS.keys()) {
      if (spelling.length < 6) continue
      const swapped = spelling.slice(0, 2) + spelling[3] + spelling[2] + spelling.slice(4)
      if (swapped === spelling || SYMBOLS.has(swapped)) continue
      expect([swapped, nearestSpelling(swapped, [])]).toEqual([swapped, spelling])
    }
  })
})
