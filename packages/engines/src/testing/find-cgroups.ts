/** Looks for cgroups as a start does; prints what it found and where it is now. With `delegated`, that which it runs in was. */
import { readFileSync } from 'node:fs'
import { findCgroupHost } from '../sandbox/cgroup.ts'
import { GROUP } from '../sandbox/plan.ts'

const found = findCgroupHost(GROUP, { delegated: process.argv[2] === 'delegated' })
const own = /^0::(.*)$/m.exec(readFileSync('/proc/self/cgroup', 'utf8'))?.[1]
process.stdout.write(JSON.stringify({ found, own }))
