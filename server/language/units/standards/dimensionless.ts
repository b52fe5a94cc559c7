/**
 * Parts of a whole, which belong to every library beside the six standards (language.md, "Units").
 */
import type { Standard } from './standard'

export const DIMENSIONLESS: Standard = {
  name: 'dimensionless',
  version: '1.0.0',
  symbols: [
    { symbol: '%', is: '0.01', aliases: ['percent', 'pct'], about: 'per cent' },
    { symbol: 'bp', is: '0.01 %', aliases: ['bps', 'basis_point', 'basis_points'], about: 'basis point' },
    { symbol: 'ppm', is: '0.0001 %', aliases: [], about: 'parts per million' },
  ],
}
