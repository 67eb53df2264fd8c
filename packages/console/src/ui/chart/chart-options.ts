import uPlot from 'uplot'
import { timeFormats } from '../../lib/time-formats.ts'

export interface Series {
  label: string
  values: (number | null)[]
  /** Filled below the line, or bars, or a plain line. */
  kind?: 'area' | 'bars' | 'line'
}

interface Drawn {
  times: string[]
  series: Series[]
  format: (value: number) => string
  /** Allowed distances between the marks at the side. */
  ticks: number[]
  width: number
  height: number
  /** Moments that stand as lines across it. */
  marks: { at: string }[]
  scheme: 'light' | 'dark'
  fontFamily: string
}

const strokes = { light: ['#1d6b4d', '#b65e2d', '#2b4a6b'], dark: ['#69b48f', '#e08a5b', '#8fb3dd'] }

/** A tick a minute at the closest, so that no two read the same. */
const increments = [1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1440, 2880, 10080].map((minutes) => minutes * 60)
const days = [1, 2, 7].map((count) => count * 86_400)
const hourOf = (seconds: number) => timeFormats().minute.format(new Date(seconds * 1000))
const dayOf = (seconds: number) => timeFormats().weekday.format(new Date(seconds * 1000))
const DAY = 86_400
const FEW = 30
/** A chart of a moment would be all moment: it begins ten minutes ago at the latest. Bars stand around their moment. */
const spanOf = (seconds: number[], bars: boolean): [number, number] => {
  const [first = 0, second = first] = seconds
  const last = seconds.at(-1) ?? 0
  const beside = bars ? (second - first) / 2 : 0
  return [Math.min(first, last - 600) - beside, last + beside]
}

function shown(values: (number | null)[], at: number | null, format: (value: number) => string): string {
  if (at === null) return ''
  const value = values[at]
  return value === undefined || value === null ? '–' : format(value)
}

/** A dashed line at each moment. */
function drawMarks(plot: uPlot, marks: { at: string }[], ink: string): void {
  const { ctx, bbox } = plot
  ctx.save()
  ctx.strokeStyle = ink
  ctx.setLineDash([4, 4])
  for (const { at } of marks) {
    const x = plot.valToPos(new Date(at).getTime() / 1000, 'x', true)
    if (x < bbox.left || x > bbox.left + bbox.width) continue
    ctx.beginPath()
    ctx.moveTo(x, bbox.top)
    ctx.lineTo(x, bbox.top + bbox.height)
    ctx.stroke()
  }
  ctx.restore()
}

/** A bar of no height is none: its outline would lie along the axis. */
const plotted = ({ values, kind }: Series) =>
  kind === 'bars' ? values.map((value) => (value === 0 ? null : value)) : values

/** What is drawn, in the colours of the theme. */
export function chartOptions({ times, series, format, ticks, width, height, marks, scheme, fontFamily }: Drawn) {
  const ink = scheme === 'dark' ? '#a8b0a8' : '#676155'
  const grid = scheme === 'dark' ? '#2c3531' : '#e9e5db'
  const axis = { stroke: ink, font: `12px ${fontFamily}`, grid: { stroke: grid, width: 1 }, ticks: { show: false } }
  const seconds = times.map((time) => new Date(time).getTime() / 1000)
  const long = (seconds.at(-1) ?? 0) - (seconds[0] ?? 0) > 2 * DAY
  const span = spanOf(
    seconds,
    series.some(({ kind }) => kind === 'bars'),
  )
  const bars = uPlot.paths.bars?.({ size: [0.7, 40] })
  const options: uPlot.Options = {
    width,
    height,
    // Days begin where the person is.
    tzDate: (at) => uPlot.tzDate(new Date(at * 1000), timeFormats().zone),
    cursor: { y: false },
    hooks: { draw: [(drawn: uPlot) => drawMarks(drawn, marks, ink)] },
    legend: { show: series.length > 1 },
    scales: {
      x: { range: () => span },
      y: { range: (_, low, high) => [Math.min(0, low), high > 0 ? high * 1.1 : 1] },
    },
    axes: [
      {
        ...axis,
        size: 34,
        incrs: long ? days : increments,
        values: (_, splits) => splits.map(long ? dayOf : hourOf),
      },
      { ...axis, size: 64, incrs: ticks, values: (_, splits) => splits.map((value) => format(value)) },
    ],
    series: [
      {
        value: (_: uPlot, at: number | null) => (at === null ? '' : long ? `${dayOf(at)}, ${hourOf(at)}` : hourOf(at)),
      },
      ...series.map((one, index) => {
        const stroke = strokes[scheme][index % 3] ?? ink
        return {
          label: one.label,
          stroke,
          width: 2,
          // Few values may stand alone, where a line would not show them.
          points: {
            show: one.kind !== 'bars' && one.values.filter((value) => value !== null).length < FEW,
            fill: stroke,
          },
          // Away from the chart there is no moment, so no value either.
          value: (_: uPlot, __: number | null, ___: number, at: number | null) => shown(one.values, at, format),
          ...(one.kind === 'line' ? {} : { fill: `${stroke}33` }),
          ...(one.kind === 'bars' && bars ? { paths: bars } : {}),
        }
      }),
    ],
  }
  return { options, data: [seconds, ...series.map(plotted)] as uPlot.AlignedData }
}
