/** A policy of twelve clauses under four headings. */
export const CLAUSES = [
  ['1.1', 'A meal costs at most USD 60 a day.'],
  ['1.2', 'Alcohol is not refunded.'],
  ['1.3', 'Guests are welcome.'],
  ['2.1', 'Flights are booked in economy class.'],
  ['2.2', 'Trains are booked in second class.'],
  ['2.3', 'A hotel costs at most USD 200 a night. Suites are not refunded.'],
  ['3.1', 'A receipt must be kept from USD 75 on.'],
  ['3.2', 'A claim must be filed within 30 days.'],
  ['3.3', 'Claims are paid in USD.'],
  ['4.1', 'The manager approves each trip.'],
  ['4.2', 'The board may make exceptions.'],
  ['4.3', 'This policy is reviewed every year.'],
] as const
const HEADINGS = ['Meals', 'Travel', 'Claims', 'Approval']
/** Its headings and clauses in order. */
export const BLOCKS = HEADINGS.flatMap((heading, i) => [
  `${i + 1}. ${heading}`,
  ...CLAUSES.filter(([label]) => label.startsWith(`${i + 1}.`)).map(([label, words]) => `${label} ${words}`),
])
export const POLICY = `${BLOCKS.join('\n\n')}\n`
