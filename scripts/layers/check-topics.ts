import { divided, topics } from '../layers.rules.ts'
import type { Place } from './place.ts'

/** All folders of a divided layer, in import order. */
function roomsOf(layer: string): string[] | undefined {
  const division = divided[layer]
  return division && [...division.plumbing, ...topics]
}

/** What is wrong with where a file of a divided layer stands, or undefined. */
export function checkTopicPlace({ layer = '', topic }: Place): string | undefined {
  const rooms = roomsOf(layer)
  if (rooms === undefined || topic === undefined || rooms.includes(topic)) return undefined
  if (divided[layer]?.index.includes(topic)) return undefined
  return topic.endsWith('.ts')
    ? `stands outside of any topic: move it into one of ${rooms.join(', ')}`
    : `stands in "${topic}", a topic scripts/layers.rules.ts does not know`
}

/** Inside one layer a topic imports itself and those before it. */
export function checkTopicImport(from: Place, to: Place, target: string): string | undefined {
  const layer = from.layer ?? ''
  const rooms = roomsOf(layer)
  if (rooms === undefined || from.topic === undefined || to.topic === undefined || from.topic === to.topic)
    return undefined
  const index = divided[layer]?.index ?? []
  if (index.includes(from.topic)) return undefined
  if (index.includes(to.topic)) return `imports ${target}, the index of ${layer}`
  if (rooms.indexOf(to.topic) <= rooms.indexOf(from.topic)) return undefined
  return `${layer}/${from.topic} may not import ${layer}/${to.topic} (${target}): it comes later in the order of topics`
}
