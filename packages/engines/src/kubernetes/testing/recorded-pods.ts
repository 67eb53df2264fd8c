import type { V1Pod } from '@kubernetes/client-node'

/** Pods as a watch of a real cluster delivered them, cut down to what decides: every time is text. */
const recorded = {
  /** Runs; the cluster has not asked for its health yet. */
  running: {
    metadata: { name: 'mkt-inst-a-c7bcdf97c-gd7ww', creationTimestamp: '2026-11-16T19:46:14Z' },
    status: {
      conditions: [
        { status: 'True', type: 'Initialized' },
        {
          message: 'containers with unready status: [app]',
          reason: 'ContainersNotReady',
          status: 'False',
          type: 'Ready',
        },
        {
          message: 'containers with unready status: [app]',
          reason: 'ContainersNotReady',
          status: 'False',
          type: 'ContainersReady',
        },
        { status: 'True', type: 'PodScheduled' },
      ],
      containerStatuses: [
        {
          image: 'mkt-test/rec:1',
          lastState: {},
          name: 'app',
          ready: false,
          restartCount: 0,
          started: true,
          state: { running: { startedAt: '2026-11-16T19:46:15Z' } },
          imageID: '',
        },
      ],
      hostIP: '172.17.0.1',
      phase: 'Running',
      podIP: '172.17.0.2',
    },
  },
  /** Is being deleted and still said to run: a node that is lost reports nothing any more. */
  lostNode: {
    metadata: {
      name: 'mkt-inst-a-c7bcdf97c-gd7ww',
      creationTimestamp: '2026-11-16T19:46:14Z',
      deletionTimestamp: '2026-11-16T19:46:17Z',
      deletionGracePeriodSeconds: 1,
      finalizers: ['mkt.dev/held'],
    },
    status: {
      conditions: [
        { status: 'True', type: 'Initialized' },
        {
          message: 'containers with unready status: [app]',
          reason: 'ContainersNotReady',
          status: 'False',
          type: 'Ready',
        },
        {
          message: 'containers with unready status: [app]',
          reason: 'ContainersNotReady',
          status: 'False',
          type: 'ContainersReady',
        },
        { status: 'True', type: 'PodScheduled' },
      ],
      containerStatuses: [
        {
          image: 'mkt-test/rec:1',
          lastState: {},
          name: 'app',
          ready: false,
          restartCount: 0,
          started: true,
          state: { running: { startedAt: '2026-11-16T19:46:15Z' } },
          imageID: '',
        },
      ],
      hostIP: '172.17.0.1',
      phase: 'Running',
      podIP: '172.17.0.2',
    },
  },
  /** Is being deleted, has ended, and stays because of a finalizer. */
  terminating: {
    metadata: {
      name: 'mkt-inst-a-c7bcdf97c-gd7ww',
      creationTimestamp: '2026-11-16T19:46:14Z',
      deletionTimestamp: '2026-11-16T19:46:16Z',
      deletionGracePeriodSeconds: 0,
      finalizers: ['mkt.dev/held'],
    },
    status: {
      conditions: [
        { status: 'True', type: 'Initialized' },
        {
          message: 'containers with unready status: [app]',
          reason: 'ContainersNotReady',
          status: 'False',
          type: 'Ready',
        },
        {
          message: 'containers with unready status: [app]',
          reason: 'ContainersNotReady',
          status: 'False',
          type: 'ContainersReady',
        },
        { status: 'True', type: 'PodScheduled' },
      ],
      containerStatuses: [
        {
          image: 'mkt-test/rec:1',
          lastState: {},
          name: 'app',
          ready: false,
          restartCount: 0,
          started: false,
          state: {
            terminated: {
              exitCode: 0,
              finishedAt: '2026-11-16T19:46:17Z',
              reason: 'Completed',
              startedAt: '2026-11-16T19:46:15Z',
            },
          },
          imageID: '',
        },
      ],
      hostIP: '172.17.0.1',
      phase: 'Running',
      podIP: '172.17.0.2',
    },
  },
  /** The replacement, a moment after it was created. */
  creating: {
    metadata: { name: 'mkt-inst-a-c7bcdf97c-4nlx8', creationTimestamp: '2026-11-16T19:46:16Z' },
    status: {
      conditions: [
        { status: 'True', type: 'Initialized' },
        {
          message: 'containers with unready status: [app]',
          reason: 'ContainersNotReady',
          status: 'False',
          type: 'Ready',
        },
        {
          message: 'containers with unready status: [app]',
          reason: 'ContainersNotReady',
          status: 'False',
          type: 'ContainersReady',
        },
        { status: 'True', type: 'PodScheduled' },
      ],
      containerStatuses: [
        {
          image: 'mkt-test/rec:1',
          lastState: {},
          name: 'app',
          ready: false,
          restartCount: 0,
          started: false,
          state: { waiting: { reason: 'ContainerCreating' } },
          imageID: '',
        },
      ],
      hostIP: '172.17.0.1',
      phase: 'Pending',
    },
  },
  /** The replacement, running. */
  replacement: {
    metadata: { name: 'mkt-inst-a-c7bcdf97c-4nlx8', creationTimestamp: '2026-11-16T19:46:16Z' },
    status: {
      conditions: [
        { status: 'True', type: 'Initialized' },
        { status: 'True', type: 'Ready' },
        { status: 'True', type: 'ContainersReady' },
        { status: 'True', type: 'PodScheduled' },
      ],
      containerStatuses: [
        {
          image: 'mkt-test/rec:1',
          lastState: {},
          name: 'app',
          ready: true,
          restartCount: 0,
          started: true,
          state: { running: { startedAt: '2026-11-16T19:46:17Z' } },
          imageID: '',
        },
      ],
      hostIP: '172.17.0.1',
      phase: 'Running',
      podIP: '172.17.0.3',
    },
  },
  /** No node has room for it. */
  unschedulable: {
    metadata: { name: 'mkt-inst-big-86b9fdcd7-22vwr', creationTimestamp: '2026-11-16T19:46:16Z' },
    status: {
      conditions: [
        {
          message: '0/1 nodes are available: 1 Insufficient memory.',
          reason: 'Unschedulable',
          status: 'False',
          type: 'PodScheduled',
        },
      ],
      phase: 'Pending',
    },
  },
  /** Its image cannot be pulled. */
  failedPull: {
    metadata: { name: 'mkt-inst-pull-84b6d6df6-fmzhn', creationTimestamp: '2026-11-16T19:46:16Z' },
    status: {
      conditions: [
        { status: 'True', type: 'Initialized' },
        {
          message: 'containers with unready status: [app]',
          reason: 'ContainersNotReady',
          status: 'False',
          type: 'Ready',
        },
        {
          message: 'containers with unready status: [app]',
          reason: 'ContainersNotReady',
          status: 'False',
          type: 'ContainersReady',
        },
        { status: 'True', type: 'PodScheduled' },
      ],
      containerStatuses: [
        {
          image:
            'market.example.com/acme/rater@sha256:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
          lastState: {},
          name: 'app',
          ready: false,
          restartCount: 0,
          started: false,
          state: {
            waiting: {
              message:
                'Back-off pulling image "market.example.com/acme/rater@sha256:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"',
              reason: 'ImagePullBackOff',
            },
          },
          imageID: '',
        },
      ],
      hostIP: '172.17.0.1',
      phase: 'Pending',
      podIP: '172.17.0.4',
    },
  },
}

export const recordedPods = recorded as unknown as Record<keyof typeof recorded, V1Pod>
