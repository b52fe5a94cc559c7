/**
 * Definitions: the SI kelvin; the degree Celsius, kelvin minus 273.15; the Rankine degree of 5/9 K; the degree
 * Fahrenheit, Rankine minus 459.67. Hence 0 degC = 32 degF and 100 degC = 212 degF exactly.
 */
import type { Standard } from './standard'

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
