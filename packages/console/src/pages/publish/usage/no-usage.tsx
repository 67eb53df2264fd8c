import { IconChartBar } from '@tabler/icons-react'
import { Empty } from '../../../ui/layout/empty.tsx'

/** In place of a list of usage that has no rows. */
export function NoUsage({ title }: { title: string }) {
  return <Empty small title={title} icon={<IconChartBar size={26} stroke={1.5} />} />
}
