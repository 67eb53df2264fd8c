import { divided, topics } from '../layers.rules.ts'
import type { Place } from './place.ts'

/** All folders of a division, in import order. */
function roomsOf(name: string): string[] | undefined {
  const division = divided[name]
  return division && [...division.plumbing, ...topics]
}

/** What is wrong with where a file of a division stands, or undefined. */
export function checkTopicPlace({ division = '', topic }: Place): string | undefined {
  const rooms = roomsOf(division)
  if (rooms === undefined || topic === undefined || rooms.includes(topic)) return undefined
  if (divided[division]?.index.includes(topic)) return undefined
  return topic.endsWith('.ts')
    ? `stands outside of any topic: move it into one of ${rooms.join(', ')}`
    : `stands in "${topic}", a topic scripts/layers.rules.ts does not know`
}

/** Inside one division a topic imports itself and those before it. */
export function checkTopicImport(from: Place, to: Place, target: string): string | undefined {
  const division = from.division ?? ''
  const rooms = roomsOf(division)
  if (rooms === undefined || from.topic === undefined || to.topic === undefined || from.topic === to.topic)
    return undefined
  const index = divided[division]?.index ?? []
  if (index.includes(from.topic)) return undefined
  if (index.includes(to.topic)) return `imports ${target}, the index of ${division}`
  if (rooms.indexOf(to.topic) <= rooms.indexOf(from.topic)) return undefined
  return `${division}/${from.topic} may not import ${division}/${to.topic} (${target}): it comes later in the order of topics`
}
