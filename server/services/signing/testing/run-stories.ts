import type { ServicesUnderTest } from '../../testing/services-under-test'
import { FourEyesHouse, STEPS, type Step, VARIANTS } from './four-eyes-house'

export interface ApprovedStory {
  readonly steps: readonly Step[]
  readonly variant: number
  readonly places: readonly string[]
}

export interface StoryResults {
  /** With the places that show them as approved. */
  readonly approved: readonly ApprovedStory[]
  /** Approved by the rule of an earlier release. */
  readonly byOldRule: readonly string[]
  /** The count of places. */
  readonly seen: number
}

export function listEveryOrder(length: number): Step[][] {
  return Array.from({ length }).reduce<Step[][]>(
    (known) => known.flatMap((steps) => STEPS.map((step) => [...steps, step])),
    [[]],
  )
}

export interface StoryOptions {
  /** Another reviewer signs everything at the end. */
  readonly secondPerson?: boolean
  /** A colleague stores the bytes first. */
  readonly colleagueFirst?: boolean
}

export async function runStories(
  under: ServicesUnderTest,
  stories: readonly (readonly Step[])[],
  options: StoryOptions = {},
): Promise<StoryResults> {
  const houses = Array.from({ length: VARIANTS }, (_, variant) =>
    stories.filter((_, index) => variantOf(index) === variant),
  )
  const results = await Promise.all(houses.map((own, variant) => runInHouse(under, own, variant, options)))
  return {
    approved: results.flatMap(({ approved }) => approved),
    byOldRule: results.flatMap(({ byOldRule }) => byOldRule),
    seen: results.reduce((sum, { seen }) => sum + seen, 0),
  }
}

/** Stories that share steps go to different houses. */
function variantOf(index: number): number {
  return (index + Math.floor(index / STEPS.length)) % VARIANTS
}

async function runInHouse(
  under: ServicesUnderTest,
  stories: readonly (readonly Step[])[],
  variant: number,
  { secondPerson = false, colleagueFirst = false }: StoryOptions,
): Promise<StoryResults> {
  const house = await FourEyesHouse.open(under, variant, colleagueFirst)
  for (const steps of stories) await house.runStory(steps)
  await house.demandFourEyes()
  if (secondPerson) await house.signAllBySecondPerson()
  const { approved, seen } = await house.approvedPlaces()
  const nameOf = (number: number) => stories[number]!.join(' ')
  return {
    approved: [...approved].map(([number, places]) => ({ steps: stories[number]!, variant, places })),
    byOldRule: [...(await house.approvedByOldRule())].map(nameOf),
    seen,
  }
}
