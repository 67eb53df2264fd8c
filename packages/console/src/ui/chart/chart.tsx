import { useComputedColorScheme, VisuallyHidden } from '@mantine/core'
import { useElementSize, useMergedRef } from '@mantine/hooks'
import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import styles from './chart.module.css'
import { chartOptions, type Series } from './chart-options.ts'
import { wholeTicks } from './chart-ticks.ts'

interface Props {
  /** Said to people who cannot see it. */
  summary: string
  times: string[]
  series: Series[]
  format?: (value: number) => string
  /** Allowed distances between the marks at the side. */
  ticks?: number[]
  height?: number
  /** Moments that stand as lines across it. */
  marks?: { at: string }[]
}

const noMarks: { at: string }[] = []

/** A small chart over time, in the colours of the theme. */
export function Chart({
  summary,
  times,
  series,
  format = String,
  ticks = wholeTicks,
  height = 180,
  marks = noMarks,
}: Props) {
  const box = useRef<HTMLDivElement>(null)
  const { ref, width } = useElementSize<HTMLDivElement>()
  const merged = useMergedRef(ref, box)
  const scheme = useComputedColorScheme('light')

  useEffect(() => {
    const host = box.current
    if (!host || width === 0 || times.length === 0) return
    const { fontFamily } = getComputedStyle(host)
    const { options, data } = chartOptions({ times, series, format, ticks, width, height, marks, scheme, fontFamily })
    const plot = new uPlot(options, data, host)
    return () => plot.destroy()
  }, [width, scheme, times, series, format, ticks, height, marks])

  return (
    <div ref={merged} className={styles.chart} style={{ minHeight: height }}>
      <VisuallyHidden>{summary}</VisuallyHidden>
    </div>
  )
}
