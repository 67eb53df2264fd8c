import type { Isolation, MissingPart } from '../isolation.ts'
import { PROCESS_LIMIT } from '../limits.ts'
import type { Caller } from './callers.ts'
import type { PolicyTrial } from './policy-trial.ts'

/** What operators and customers are told while pods reach every public host. */
const EGRESS_OPEN = 'pods reach every public host: what manifests declare under egress is shown and not enforced'

/** What can be found out about a cluster; null where the platform may not look. */
export interface ClusterFacts {
  /** Minor version of Kubernetes 1. */
  version: number | null
  /** DaemonSets with the names of their containers: network plugins are among them. */
  agents: readonly { name: string; containers: readonly string[] }[] | null
  /** How many processes each kubelet lets a pod have; 0 or less: any number. */
  processLimits: readonly { node: string; limit: number }[] | null
}

export interface IsolationOptions {
  /** The operator says that the network plugin enforces policies. */
  policiesEnforced: boolean
  /** What trying a policy has shown; null where there was no image to try it with. */
  trial: PolicyTrial | null
  callers: readonly Caller[] | null
  /** What keeps those from calling; see `prepareCallers`. */
  callerNotes: readonly string[]
  /** Whether there is an image to run outlets with. */
  hasImage: boolean
}

/** Agents of network plugins that enforce policies, by the names their makers give them. */
const ENFORCERS =
  /^(calico-node|canal|rke2-canal|cilium|anetd|antrea-agent|weave-net|kube-router|ovnkube-node.*|kube-ovn-cni|azure-npm|azure-cns-npm)$/
/** Amazon's plugin enforces them by a second container in its pods. */
const ENFORCING_CONTAINER = /^(aws-eks-nodeagent|aws-network-policy-agent)$/
/** From this version on the size of a volume in memory is a limit of its own. */
const SIZED_TMP_SINCE = 22
const SHOWN_NODES = 5

/** What a cluster cannot do of what applications are promised. Pure: the facts decide. */
export function judgeCluster(facts: ClusterFacts, options: IsolationOptions): Isolation {
  const missing: MissingPart[] = []
  const reason = options.policiesEnforced ? null : whyUnenforced(facts, options.trial)
  if (reason !== null) missing.push({ part: 'network', reason: `applications may reach private addresses: ${reason}` })
  const egress = whyEgressOpen(reason !== null, options.hasImage)
  return { missing, outside: true, ...(egress === null ? {} : { egress }), notes: notesOf(facts, options) }
}

function whyEgressOpen(unenforced: boolean, hasImage: boolean): string | null {
  if (unenforced) return `${EGRESS_OPEN}, because the cluster does not enforce network policies`
  if (!hasImage) return `${EGRESS_OPEN}: name an image with Node in MKT_KUBERNETES_TRIAL_IMAGE to run outlets with`
  return null
}

function enforcesPolicies({ agents }: ClusterFacts): boolean {
  return (agents ?? []).some(
    ({ name, containers }) => ENFORCERS.test(name) || containers.some((one) => ENFORCING_CONTAINER.test(one)),
  )
}

/** What was tried decides; the name of the plugin only where nothing could be tried. */
function whyUnenforced(facts: ClusterFacts, trial: PolicyTrial | null): string | null {
  if (trial?.verdict === 'enforced') return null
  if (trial?.verdict === 'open')
    return 'a network policy was tried with two pods and the cluster did not enforce it; install a network plugin that does'
  if (enforcesPolicies(facts)) return null
  const found =
    facts.agents === null
      ? 'the platform may not list the DaemonSets of the cluster to find its network plugin'
      : 'no network plugin that is known to enforce network policies was found in the cluster'
  return `${found}; let the platform try it with MKT_KUBERNETES_TRIAL_IMAGE, or set MKT_KUBERNETES_POLICIES=enforced if yours does`
}

function notesOf(
  { version, processLimits }: ClusterFacts,
  { callers, callerNotes, trial }: IsolationOptions,
): string[] {
  const notes: string[] = []
  if (trial?.verdict === 'unknown')
    notes.push(`whether network policies are enforced could not be tried: ${trial.why.replace(/\.$/, '')}`)
  if (callers === null)
    notes.push('every pod of the cluster may call applications: name who may with MKT_KUBERNETES_CALLERS')
  notes.push(...callerNotes)
  if (version !== null && version < SIZED_TMP_SINCE)
    notes.push(
      `the size of /tmp is limited only by the memory of the plan: this cluster is 1.${version}, and 1.${SIZED_TMP_SINCE} limits it by itself`,
    )
  const processes = processNote(processLimits)
  return processes === null ? notes : [...notes, processes]
}

function processNote(limits: ClusterFacts['processLimits']): string | null {
  if (limits === null)
    return `the limit on processes is the podPidsLimit of the kubelets, which the platform may not read: set it to ${PROCESS_LIMIT}`
  const open = limits.filter(({ limit }) => limit <= 0 || limit > PROCESS_LIMIT).map(({ node }) => node)
  if (open.length === 0) return null
  const shown = open.slice(0, SHOWN_NODES).join(', ')
  const more = open.length > SHOWN_NODES ? ` and ${open.length - SHOWN_NODES} more` : ''
  return `applications on ${shown}${more} may have more than ${PROCESS_LIMIT} processes: set podPidsLimit of the kubelets to ${PROCESS_LIMIT}`
}
