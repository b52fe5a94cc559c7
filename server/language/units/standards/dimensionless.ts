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

export const TEMPERATURE: Standard = {
  name: 'temperature',
  version: '1.0.0',
  symbols: [
    { symbol: 'K', base: true, aliases: ['kelvin', 'kelvins'], about: 'kelvin' },
    { symbol: 'degR', is: '5/9 K', aliases: ['°R', 'rankine'], about: 'degree Rankine' },
    { symbol: 'degC', of: 'K', plus: '273.15', aliases: ['°C', 'celsius'], about: 'degree Celsius' },
    { symbol: 'degF', of: 'degR', plus: '459.67', aliases: ['°F', 'fahrenheit'], about: 'degree Fahrenheit' },
  ],
}
