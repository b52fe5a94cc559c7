/**
 * Definitions: the SI kilogram; the international pound of 1959 (1 lb = 0.45359237 kg), which has 7000 grains; the troy
 * ounce of 480 grains; the metric carat of 200 mg.
 */
import type { Standard } from './standard'

export const MASS: Standard = {
  name: 'mass',
  version: '1.0.0',
  symbols: [
    { symbol: 'kg', base: true, aliases: ['kilogram', 'kilograms', 'kilo', 'kilos'], about: 'kilogram' },
    { symbol: 'g', is: '0.001 kg', aliases: ['gram', 'grams'], about: 'gram' },
    { symbol: 'mg', is: '0.001 g', aliases: ['milligram', 'milligrams'], about: 'milligram' },
    { symbol: 'ug', is: '0.001 mg', aliases: ['µg', 'μg', 'mcg', 'microgram', 'micrograms'], about: 'microgram' },
    { symbol: 'ng', is: '0.001 ug', aliases: ['nanogram', 'nanograms'], about: 'nanogram' },
    { symbol: 'quintal', is: '100 kg', aliases: ['quintals'], about: 'metric quintal' },
    {
      symbol: 't',
      is: '1000 kg',
      aliases: ['tonne', 'tonnes', 'metric_ton', 'metric_tons'],
      about: 'tonne, the metric ton',
    },
    { symbol: 'kt', is: '1000 t', aliases: ['kilotonne', 'kilotonnes'], about: 'kilotonne' },
    { symbol: 'Mt', is: '1000 kt', aliases: ['megatonne', 'megatonnes'], about: 'megatonne' },
    { symbol: 'ct', is: '200 mg', aliases: ['carat', 'carats'], about: 'metric carat of gemstones' },

    { symbol: 'lb', is: '0.45359237 kg', aliases: ['lbs'], about: 'avoirdupois pound' },
    { symbol: 'oz', is: '0.0625 lb', aliases: ['ounce', 'ounces'], about: 'avoirdupois ounce' },
    { symbol: 'dr', is: '0.0625 oz', aliases: ['dram', 'drams'], about: 'avoirdupois dram' },
    { symbol: 'gr', is: '1/7000 lb', aliases: ['grain', 'grains'], about: 'grain' },
    { symbol: 'st', is: '14 lb', aliases: ['stone', 'stones'], about: 'stone' },
    { symbol: 'us_cwt', is: '100 lb', aliases: ['short_cwt'], about: 'US (short) hundredweight' },
    { symbol: 'imp_cwt', is: '112 lb', aliases: ['long_cwt'], about: 'imperial (long) hundredweight' },
    { symbol: 'short_ton', is: '2000 lb', aliases: ['short_tons', 'us_ton', 'us_tons'], about: 'US (short) ton' },
    { symbol: 'long_ton', is: '2240 lb', aliases: ['long_tons', 'imp_ton', 'imp_tons'], about: 'imperial (long) ton' },

    {
      symbol: 'ozt',
      is: '480 gr',
      aliases: ['oz_t', 'troy_ounce', 'troy_ounces'],
      about: 'troy ounce of precious metals',
    },
    { symbol: 'dwt', is: '24 gr', aliases: ['pennyweight', 'pennyweights'], about: 'pennyweight' },
    { symbol: 'lbt', is: '12 ozt', aliases: ['troy_pound', 'troy_pounds'], about: 'troy pound' },

    {
      symbol: 'ton',
      readings: ['short_ton', 'long_ton', 't'],
      aliases: ['tons'],
      about: 'ton: US, imperial or metric',
    },
    {
      symbol: 'cwt',
      readings: ['us_cwt', 'imp_cwt'],
      aliases: ['hundredweight'],
      about: 'hundredweight, US or imperial',
    },
  ],
}
