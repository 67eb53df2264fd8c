import styles from './app-icon.module.css'

const grounds = ['#15533c', '#75391a', '#2b4a6b', '#5a3b66', '#6b5a1f', '#1f5a63', '#6b2f3f', '#3d4f2a']
const marks = ['#f1c9a5', '#b9e0cb', '#f0e3b0', '#c9d8f2', '#f2c4cf', '#d8e8b4', '#e5cdf0', '#bfe3e6']

function hash(text: string): number {
  let value = 2166136261
  for (const letter of text) value = Math.imul(value ^ letter.charCodeAt(0), 16777619) >>> 0
  return value
}

/** A picture of its own for every app, drawn from its name: no uploads, always the same. */
export function AppIcon({ name, size = 44 }: { name: string; size?: number }) {
  const value = hash(name)
  const ground = grounds[value % grounds.length]
  const mark = marks[(value >>> 4) % marks.length]
  const cells = [0, 1, 2, 3, 4, 5].filter((cell) => ((value >>> (8 + cell)) & 1) === 1)
  const shown = cells.length > 1 ? cells : [0, 3, 4]
  return (
    <svg className={styles.icon} width={size} height={size} viewBox="0 0 40 40" aria-hidden="true">
      <rect width="40" height="40" rx="9" fill={ground} />
      {shown.map((cell) => {
        const row = cell % 3
        const column = Math.floor(cell / 3)
        const y = 8 + row * 8.4
        const round = ((value >>> (16 + cell)) & 1) === 1 ? 3.6 : 1.4
        const x = column === 0 ? 8 : 16.4
        const mirror = column === 0 ? 24.8 : 16.4
        return (
          <g key={cell} fill={mark}>
            <rect x={x} y={y} width="7.2" height="7.2" rx={round} />
            <rect x={mirror} y={y} width="7.2" height="7.2" rx={round} />
          </g>
        )
      })}
    </svg>
  )
}
