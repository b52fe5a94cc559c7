import { chartPoints, type LabelResults, numberOf, percent } from './label-words'

type Calibration = NonNullable<LabelResults['calibration']>

/** Shares of right answers over confidence; on the diagonal, confidence is what it says. The table has the numbers. */
export function ReliabilityChart({ calibration: { bins } }: { readonly calibration: Calibration }) {
  return (
    <figure className="m-0 flex flex-wrap items-start gap-4">
      <svg aria-hidden viewBox="-20 -6 132 124" className="w-full max-w-72 shrink-0 text-ink-soft">
        <rect x="0" y="0" width="100" height="100" className="fill-canvas stroke-line" strokeWidth="0.5" />
        <line x1="0" y1="100" x2="100" y2="0" className="stroke-line-strong" strokeWidth="0.7" strokeDasharray="2 2" />
        {chartPoints(bins).map(({ x, y, top, bottom, title }) => (
          <g key={x}>
            <title>{title}</title>
            <line x1={x} y1={top} x2={x} y2={bottom} className="stroke-accent" strokeWidth="0.8" />
            <circle cx={x} cy={y} r="2.2" className="fill-accent" />
          </g>
        ))}
        {[0, 50, 100].map((at) => (
          <g key={at} fontSize="5" fill="currentColor">
            <text x={at} y="107" textAnchor="middle">
              {at} %
            </text>
            <text x="-2" y={101.5 - at} textAnchor="end">
              {at} %
            </text>
          </g>
        ))}
        <text x="50" y="114" textAnchor="middle" fontSize="5" fill="currentColor">
          confidence
        </text>
      </svg>
      <div className="min-w-0 overflow-x-auto">
        <table className="text-sm tabular-nums">
          <caption className="pb-1 text-left text-ink-soft">Right answers by confidence</caption>
          <thead className="text-left">
            <tr>
              <th scope="col" className="pr-4 font-medium">
                Confidence
              </th>
              <th scope="col" className="pr-4 font-medium">
                Mean
              </th>
              <th scope="col" className="font-medium">
                Right
              </th>
            </tr>
          </thead>
          <tbody>
            {bins.map(({ from, to, share, confidence }) => (
              <tr key={from}>
                <th scope="row" className="pr-4 text-left font-normal">
                  {from} to {to}
                </th>
                <td className="pr-4">{percent(numberOf(confidence))}</td>
                <td>
                  {share.right} of {share.of}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}
