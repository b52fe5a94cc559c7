/**
 * Scales that every reader knows, lowest first.
 *
 * Promises: a vocabulary runs downwards only where two or more of its members stand on one of these scales and each of
 * them stands below the one before. Members that no scale has do not matter.
 */
const SCALES: readonly (readonly string[])[] = [
  ['none', 'very low', 'low', 'medium', 'high', 'very high', 'critical'],
  ['none', 'low', 'moderate', 'high', 'critical'],
  ['none', 'negligible', 'minor', 'moderate', 'major', 'severe', 'catastrophic'],
  ['info', 'warning', 'error', 'fatal'],
  ['small', 'medium', 'large'],
  ['never', 'rarely', 'sometimes', 'often', 'always'],
  ['very poor', 'poor', 'fair', 'good', 'very good', 'excellent'],
  ['weak', 'moderate', 'strong'],
  ['bronze', 'silver', 'gold', 'platinum'],
  ['public', 'internal', 'confidential', 'secret', 'top secret'],
  ['public', 'internal', 'restricted'],
  ['basic', 'standard', 'premium'],
  ['trainee', 'junior', 'senior', 'principal'],
  ['beginner', 'intermediate', 'advanced', 'expert'],
  ['unlikely', 'possible', 'likely', 'certain'],
  ['first', 'second', 'third', 'fourth', 'fifth'],
  ['low', 'middle', 'high'],
  ['low', 'mid', 'high'],
  ['cold', 'warm', 'hot'],
]

export function runsDownwards(vocabulary: readonly string[]): boolean {
  const words = vocabulary.map((member) =>
    member
      .toLowerCase()
      .replace(/[\s_-]+/g, ' ')
      .trim(),
  )
  return SCALES.some((scale) => {
    const places = words.map((word) => scale.indexOf(word)).filter((place) => place >= 0)
    return places.length > 1 && places.every((place, i) => i === 0 || place < places[i - 1]!)
  })
}
