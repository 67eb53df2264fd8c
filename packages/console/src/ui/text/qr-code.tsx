import { encode } from 'uqr'

const QUIET = 4

/** A QR code as one path: dark on white in both colour schemes, because cameras expect that. */
export function QrCode({ value, label }: { value: string; label: string }) {
  const { data, size } = encode(value, { border: QUIET })
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      width={208}
      height={208}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
