import type { Costs } from './costs.ts'

/** What a platform is asked to do. */
export interface Load {
  installations: number
  eventsPerDay: number
}

/** What one PostgreSQL server can be given before the platform is divided. */
export interface Server {
  cores: number
  walMbPerSecond: number
  diskTb: number
}

/** Calls and state reads that come with an event, on a platform whose applications read state for each request. */
const CALLS_PER_EVENT = 0.5
const READS_PER_EVENT = 1.5
const KEPT_DAYS = 30
/** No part is planned to be busier than this in the busiest hour. */
const BUSY = 0.6
/** Parts of the day's events that come in each hour; offices work from eight to six. */
const HOURS = [1, 1, 1, 1, 1, 2, 4, 8, 12, 13, 13, 11, 9, 11, 12, 12, 10, 7, 4, 3, 2, 2, 1, 1]
const ALL = HOURS.reduce((sum, part) => sum + part, 0)
const BUSIEST = Math.max(...HOURS) / ALL

export const server: Server = { cores: 32, walMbPerSecond: 150, diskTb: 8 }

export interface Plan {
  eventsPerSecond: number
  cores: { gateway: number; state: number; worker: number; database: number }
  stateMb: number
  walMbPerSecond: number
  diskTb: number
  /** How many databases the load needs, and what decides it. */
  cells: number
  decidedBy: 'cores' | 'log' | 'disk'
}

/** What a load needs in its busiest hour, from measured costs. */
export function plan(costs: Costs, load: Load, one: Server = server): Plan {
  const events = (load.eventsPerDay * BUSIEST) / 3_600
  const cores = (perSecond: number, milliseconds: number) => (perSecond * milliseconds) / 1e6 / BUSY
  const all = [
    { perSecond: events, cost: costs.accept },
    { perSecond: events, cost: costs.delivery },
    { perSecond: events * CALLS_PER_EVENT, cost: costs.call },
  ]
  const database = all.reduce((sum, { perSecond, cost }) => sum + cores(perSecond, cost.database), 0)
  const walMbPerSecond = all.reduce((sum, { perSecond, cost }) => sum + (perSecond * cost.walKb) / 1e3 / 1024, 0)
  const keptKb = costs.accept.keptKb + costs.delivery.keptKb + CALLS_PER_EVENT * costs.call.keptKb
  const diskTb = (load.eventsPerDay * KEPT_DAYS * keptKb) / 1e3 / 1024 ** 3
  const needs = {
    // The reserve is in the cores already.
    cores: database / one.cores,
    log: walMbPerSecond / one.walMbPerSecond,
    disk: diskTb / one.diskTb,
  }
  const [decidedBy] = (Object.keys(needs) as (keyof typeof needs)[]).sort((a, b) => needs[b] - needs[a])
  return {
    eventsPerSecond: events,
    cores: {
      gateway: cores(events, costs.accept.ours) + cores(events * CALLS_PER_EVENT, costs.call.ours),
      state: cores(events * READS_PER_EVENT, costs.stateRead.ours),
      worker: cores(events, costs.delivery.ours),
      database,
    },
    stateMb: (load.installations * costs.installationKb) / 1024,
    walMbPerSecond,
    diskTb,
    cells: Math.max(1, Math.ceil(Math.max(...Object.values(needs)))),
    decidedBy: decidedBy ?? 'cores',
  }
}

export interface Day {
  /** The most events that waited at one time. */
  mostWaiting: number
  /** How long the event waited that waited longest, in minutes. */
  longestMinutes: number
}

/**
 * One day by the minute: events come as in an office's day, and workers that are planned for the busiest hour deliver them. From the tenth hour
 * on nothing is delivered for a number of minutes.
 */
export function simulateDay(load: Load, outageMinutes: number): Day {
  const perMinute = (hour: number) => (load.eventsPerDay * (HOURS[hour] ?? 0)) / ALL / 60
  const most = (load.eventsPerDay * BUSIEST) / 60 / BUSY
  /** Minutes with events that wait, oldest first. */
  const waiting: { minute: number; events: number }[] = []
  const day: Day = { mostWaiting: 0, longestMinutes: 0 }
  const began = 9 * 60
  for (let minute = 0; minute < 24 * 60; minute += 1) {
    waiting.push({ minute, events: perMinute(Math.floor(minute / 60)) })
    const isOut = minute >= began && minute < began + outageMinutes
    for (let room = isOut ? 0 : most; room > 0 && waiting.length > 0; ) {
      const oldest = waiting[0] as { minute: number; events: number }
      const sent = Math.min(room, oldest.events)
      room -= sent
      oldest.events -= sent
      day.longestMinutes = Math.max(day.longestMinutes, minute - oldest.minute)
      if (oldest.events <= 0) waiting.shift()
    }
    const left = waiting.reduce((sum, { events }) => sum + events, 0)
    day.mostWaiting = Math.max(day.mostWaiting, Math.round(left))
  }
  return day
}
