/**
 * Parts of a whole, in every library besides the six standards (public/docs/language.md, "Units"). A number without a
 * unit is the whole.
 */
import type { Standard } from './standard'

export const DIMENSIONLESS: Standard = {
  name: 'dimensionless',
  version: '1.0.0',
  symbols: [
    { symbol: '%', spoken: ['percent', 'percent'], is: '0.01', aliases: ['percent', 'pct'], about: 'per cent' },
    { symbol: 'bp', is: '0.01 %', aliases: ['bps', 'basis_point', 'basis_points'], about: 'basis point' },
    { symbol: 'ppm', is: '0.0001 %', aliases: [], about: 'parts per million' },
  ],
}
