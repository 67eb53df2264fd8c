import styles from './sparkline.module.css'

interface Props {
  /** Said to people who cannot see it. */
  label: string
  points: { all: number; bad: number }[]
  /** As wide as the room it has. */
  wide?: true
}

const HEIGHT = 26
const BAR = 4
const GAP = 1

/** A row of small bars; the bad part of each stands in another colour. */
export function Sparkline({ label, points, wide }: Props) {
  const most = Math.max(1, ...points.map(({ all }) => all))
  const heightOf = (count: number) => (count === 0 ? 0 : Math.max(2, (count / most) * HEIGHT))
  const width = points.length * (BAR + GAP)
  return (
    <svg
      role="img"
      aria-label={label}
      className={styles.sparkline}
      width={wide ? '100%' : width}
      height={wide ? 2 * HEIGHT : HEIGHT}
      viewBox={`0 0 ${width} ${HEIGHT}`}
      preserveAspectRatio="none"
    >
      {points.map(({ all, bad }, index) => {
        const bar = { x: index * (BAR + GAP), width: BAR }
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place in time
          <g key={index}>
            <rect {...bar} y={HEIGHT - heightOf(all)} height={heightOf(all)} className={styles.all} />
            <rect {...bar} y={HEIGHT - heightOf(bad)} height={heightOf(bad)} className={styles.bad} />
          </g>
        )
      })}
      <rect x={0} y={HEIGHT - 1} width={width} height={1} className={styles.ground} />
    </svg>
  )
}
