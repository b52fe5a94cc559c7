/**
 * Definitions: the SI metre; the international yard and pound agreement of 1959 (1 in = 25.4 mm); the US gallon of 231
 * and the bushel of 2150.42 cubic inches; the UK gallon of 4.54609 L (Weights and Measures Act 1985); the survey foot
 * of 1200/3937 m, which the US retired at the end of 2022 and old records still use.
 */
import { SPOKEN_UNITS } from './spoken-units'
import type { Standard } from './standard'

export const LENGTH: Standard = {
  name: 'length',
  version: '1.0.0',
  symbols: [
    { symbol: 'm', base: true, aliases: ['metre', 'metres', 'meter', 'meters'], about: 'metre' },
    { symbol: 'km', is: '1000 m', aliases: ['kilometre', 'kilometres', 'kilometer', 'kilometers'], about: 'kilometre' },
    { symbol: 'dm', is: '0.1 m', aliases: ['decimetre', 'decimetres', 'decimeter', 'decimeters'], about: 'decimetre' },
    {
      symbol: 'cm',
      is: '0.01 m',
      aliases: ['centimetre', 'centimetres', 'centimeter', 'centimeters'],
      about: 'centimetre',
    },
    {
      symbol: 'mm',
      is: '0.001 m',
      aliases: ['millimetre', 'millimetres', 'millimeter', 'millimeters'],
      about: 'millimetre',
    },
    {
      symbol: 'um',
      is: '0.001 mm',
      aliases: ['µm', 'μm', 'micrometre', 'micrometres', 'micron', 'microns'],
      about: 'micrometre',
    },
    {
      symbol: 'nm',
      is: '0.001 um',
      aliases: ['nanometre', 'nanometres', 'nanometer', 'nanometers'],
      about: 'nanometre',
    },
    { symbol: 'angstrom', is: '0.1 nm', aliases: ['Å', 'angstroms'], about: 'ångström' },

    {
      symbol: 'in',
      spoken: SPOKEN_UNITS.in,
      is: '0.0254 m',
      aliases: ['inch', 'inches'],
      about: 'international inch, exactly 25.4 mm',
    },
    { symbol: 'mil', is: '0.001 in', aliases: ['mils', 'thou'], about: 'thousandth of an inch' },
    { symbol: 'hand', is: '4 in', aliases: ['hands'], about: 'hand, the height of horses' },
    { symbol: 'ft', spoken: SPOKEN_UNITS.ft, is: '12 in', aliases: ['foot', 'feet'], about: 'international foot' },
    {
      symbol: 'yd',
      spoken: SPOKEN_UNITS.yd,
      is: '3 ft',
      aliases: ['yard', 'yards', 'yds'],
      about: 'international yard',
    },
    { symbol: 'fathom', is: '6 ft', aliases: ['fathoms'], about: 'fathom, a depth of two yards' },
    { symbol: 'rod', is: '16.5 ft', aliases: ['rods'], about: 'rod, a quarter of a chain' },
    { symbol: 'chain', is: '66 ft', aliases: ['chains'], about: "Gunter's chain" },
    { symbol: 'furlong', is: '660 ft', aliases: ['furlongs'], about: 'furlong, ten chains' },
    {
      symbol: 'mi',
      spoken: SPOKEN_UNITS.mi,
      is: '5280 ft',
      aliases: ['mile', 'miles'],
      about: 'international (statute) mile',
    },
    {
      symbol: 'nmi',
      spoken: SPOKEN_UNITS.nmi,
      is: '1852 m',
      aliases: ['nautical_mile', 'nautical_miles'],
      about: 'international nautical mile',
    },
    {
      symbol: 'us_survey_ft',
      is: '1200/3937 m',
      aliases: ['us_survey_foot', 'us_survey_feet'],
      about: 'US survey foot',
    },
    {
      symbol: 'us_survey_mi',
      is: '5280 us_survey_ft',
      aliases: ['us_survey_mile', 'us_survey_miles'],
      about: 'US survey mile',
    },
    {
      symbol: 'au',
      is: '149597870700 m',
      aliases: ['astronomical_unit', 'astronomical_units'],
      about: 'astronomical unit',
    },
    {
      symbol: 'ly',
      is: '9460730472580800 m',
      aliases: ['light_year', 'light_years'],
      about: 'light-year of 365.25 days',
    },

    { symbol: 'are', is: '100 m2', aliases: ['ares'], about: 'are, an area of ten by ten metres' },
    { symbol: 'ha', is: '10000 m2', aliases: ['hectare', 'hectares'], about: 'hectare' },
    { symbol: 'acre', is: '4840 yd2', aliases: ['acres', 'ac'], about: 'international acre' },

    { symbol: 'L', is: '1 dm3', aliases: ['l', 'litre', 'litres', 'liter', 'liters'], about: 'litre' },
    {
      symbol: 'kL',
      is: '1000 L',
      aliases: ['kl', 'kilolitre', 'kilolitres', 'kiloliter', 'kiloliters'],
      about: 'kilolitre',
    },
    {
      symbol: 'hL',
      is: '100 L',
      aliases: ['hl', 'hectolitre', 'hectolitres', 'hectoliter', 'hectoliters'],
      about: 'hectolitre',
    },
    {
      symbol: 'dL',
      is: '0.1 L',
      aliases: ['dl', 'decilitre', 'decilitres', 'deciliter', 'deciliters'],
      about: 'decilitre',
    },
    {
      symbol: 'cL',
      is: '0.01 L',
      aliases: ['cl', 'centilitre', 'centilitres', 'centiliter', 'centiliters'],
      about: 'centilitre',
    },
    {
      symbol: 'mL',
      is: '0.001 L',
      aliases: ['ml', 'millilitre', 'millilitres', 'milliliter', 'milliliters'],
      about: 'millilitre',
    },
    {
      symbol: 'uL',
      is: '0.001 mL',
      aliases: ['ul', 'µL', 'μL', 'µl', 'μl', 'microlitre', 'microlitres'],
      about: 'microlitre',
    },

    { symbol: 'us_gal', is: '231 in3', aliases: ['us_gallon', 'us_gallons'], about: 'US liquid gallon' },
    { symbol: 'us_qt', is: '0.25 us_gal', aliases: ['us_quart', 'us_quarts'], about: 'US liquid quart' },
    { symbol: 'us_pt', is: '0.5 us_qt', aliases: ['us_pint', 'us_pints'], about: 'US liquid pint' },
    { symbol: 'us_cup', is: '0.5 us_pt', aliases: ['us_cups'], about: 'US customary cup, eight fluid ounces' },
    { symbol: 'us_gill', is: '0.25 us_pt', aliases: ['us_gills'], about: 'US gill' },
    { symbol: 'us_fl_oz', is: '0.125 us_cup', aliases: ['us_fluid_ounce', 'us_fluid_ounces'], about: 'US fluid ounce' },
    { symbol: 'us_tbsp', is: '0.5 us_fl_oz', aliases: ['us_tablespoon', 'us_tablespoons'], about: 'US tablespoon' },
    { symbol: 'us_tsp', is: '1/3 us_tbsp', aliases: ['us_teaspoon', 'us_teaspoons'], about: 'US teaspoon' },
    { symbol: 'us_legal_cup', is: '240 mL', aliases: ['us_legal_cups'], about: 'US cup of nutrition labels' },
    { symbol: 'us_bu', is: '2150.42 in3', aliases: ['us_bushel', 'us_bushels'], about: 'US bushel, a dry measure' },
    { symbol: 'us_dry_qt', is: '1/32 us_bu', aliases: ['us_dry_quart', 'us_dry_quarts'], about: 'US dry quart' },
    { symbol: 'us_dry_pt', is: '0.5 us_dry_qt', aliases: ['us_dry_pint', 'us_dry_pints'], about: 'US dry pint' },
    { symbol: 'bbl', is: '42 us_gal', aliases: ['oil_barrel', 'oil_barrels'], about: 'barrel of petroleum' },
    { symbol: 'acre_ft', is: '1 acre.ft', aliases: ['acre_foot', 'acre_feet'], about: 'acre-foot, a volume of water' },
    { symbol: 'board_ft', is: '144 in3', aliases: ['board_foot', 'board_feet'], about: 'board foot of lumber' },
    { symbol: 'cord', is: '128 ft3', aliases: ['cords'], about: 'cord of firewood' },

    { symbol: 'imp_gal', is: '4.54609 L', aliases: ['imp_gallon', 'imp_gallons'], about: 'imperial gallon' },
    { symbol: 'imp_qt', is: '0.25 imp_gal', aliases: ['imp_quart', 'imp_quarts'], about: 'imperial quart' },
    { symbol: 'imp_pt', is: '0.5 imp_qt', aliases: ['imp_pint', 'imp_pints'], about: 'imperial pint' },
    { symbol: 'imp_cup', is: '0.5 imp_pt', aliases: ['imp_cups'], about: 'imperial cup, half a pint' },
    { symbol: 'imp_gill', is: '0.25 imp_pt', aliases: ['imp_gills'], about: 'imperial gill' },
    {
      symbol: 'imp_fl_oz',
      is: '0.05 imp_pt',
      aliases: ['imp_fluid_ounce', 'imp_fluid_ounces'],
      about: 'imperial fluid ounce',
    },
    { symbol: 'imp_bu', is: '8 imp_gal', aliases: ['imp_bushel', 'imp_bushels'], about: 'imperial bushel' },

    { symbol: 'metric_cup', is: '250 mL', aliases: ['metric_cups'], about: 'metric cup' },
    {
      symbol: 'metric_tbsp',
      is: '15 mL',
      aliases: ['metric_tablespoon', 'metric_tablespoons'],
      about: 'metric tablespoon',
    },
    { symbol: 'metric_tsp', is: '5 mL', aliases: ['metric_teaspoon', 'metric_teaspoons'], about: 'metric teaspoon' },

    { symbol: 'gal', readings: ['us_gal', 'imp_gal'], aliases: ['gallon', 'gallons'], about: 'gallon, US or imperial' },
    { symbol: 'qt', readings: ['us_qt', 'imp_qt'], aliases: ['quart', 'quarts'], about: 'quart, US or imperial' },
    { symbol: 'pt', readings: ['us_pt', 'imp_pt'], aliases: ['pint', 'pints'], about: 'pint, US or imperial' },
    { symbol: 'gill', readings: ['us_gill', 'imp_gill'], aliases: ['gills'], about: 'gill, US or imperial' },
    {
      symbol: 'cup',
      readings: ['us_cup', 'imp_cup', 'metric_cup', 'us_legal_cup'],
      aliases: ['cups'],
      about: 'cup: US, imperial, metric or of nutrition labels',
    },
    {
      symbol: 'fl_oz',
      readings: ['us_fl_oz', 'imp_fl_oz'],
      aliases: ['floz', 'fluid_ounce', 'fluid_ounces'],
      about: 'fluid ounce, US or imperial',
    },
    {
      symbol: 'tbsp',
      readings: ['us_tbsp', 'metric_tbsp'],
      aliases: ['tablespoon', 'tablespoons'],
      about: 'tablespoon, US or metric',
    },
    {
      symbol: 'tsp',
      readings: ['us_tsp', 'metric_tsp'],
      aliases: ['teaspoon', 'teaspoons'],
      about: 'teaspoon, US or metric',
    },
    { symbol: 'bu', readings: ['us_bu', 'imp_bu'], aliases: ['bushel', 'bushels'], about: 'bushel, US or imperial' },
  ],
}
