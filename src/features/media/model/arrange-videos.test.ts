import { expect, test } from 'vitest'
import { arrangeVideos, tagsOfVideos, type VideoArrangement } from './arrange-videos.ts'
import type { Project } from './contract.ts'
import { NO_WORK, stateOf, type VideoWork } from './video-state.ts'

const DONE = { state: 'done', progress: 1 } as const
const RUNNING = { state: 'running', progress: 0.4 } as const
const FAILED = { state: 'failed', progress: 0.2 } as const

test.each<[string, Partial<Project>, Partial<VideoWork>, { name: string; progress: number | null }]>([
  ['while it uploads', { stage: 'uploading', progress: 0.3 }, {}, { name: 'uploading', progress: 0.3 }],
  ['that was refused', { stage: 'refused', progress: 0 }, {}, { name: 'refused', progress: null }],
  ['without captions', {}, {}, { name: 'ready', progress: null }],
  ['without sound', { probe: probe({ audio: null }) }, {}, { name: 'silent', progress: null }],
  ['being captioned', {}, { captions: RUNNING, isExported: true }, { name: 'listening', progress: 0.4 }],
  ['whose captions failed', {}, { captions: FAILED }, { name: 'captions-failed', progress: null }],
  ['with captions', {}, { captions: DONE }, { name: 'captioned', progress: null }],
  ['being exported', {}, { captions: DONE, exportProgress: 0, isExported: true }, { name: 'exporting', progress: 0 }],
  ['with an export', {}, { captions: DONE, isExported: true }, { name: 'exported', progress: null }],
])('knows the state of a video %s', (_, change, work, state) => {
  expect(stateOf(video('a', change), { ...NO_WORK, ...work })).toEqual(state)
})

test('says nothing about captions before it knows of them', () => {
  expect(stateOf(video('a'), undefined)).toEqual({ name: 'prepared', progress: null })
})

test.each([
  ['newest', 'c b a'],
  ['oldest', 'a b c'],
  ['title', 'a c b'],
  ['longest', 'a c b'],
  ['largest', 'b c a'],
] as const)('sorts videos, %s first', (order, ids) => {
  const videos = [
    video('c', { title: 'Clip 10', sizeBytes: 2, probe: probe({ durationMs: 2 }) }),
    video('b', { title: 'über', sizeBytes: 3, probe: null }),
    video('a', { title: 'clip 9', sizeBytes: 1, probe: probe({ durationMs: 3 }) }),
  ]
  expect(idsOf(arrangeVideos(videos, { ...ALL, order }, () => NO_WORK))).toBe(ids)
})

test.each([
  ['all', 'new captioned exporting again exported silent shared'],
  ['ready', 'new silent shared'],
  ['captioned', 'captioned exporting'],
  ['exported', 'again exported'],
  ['shared', 'shared'],
] as const)('narrows videos to those that are %s', (filter, ids) => {
  const work: Readonly<Record<string, Partial<VideoWork>>> = {
    captioned: { captions: DONE },
    exporting: { captions: DONE, exportProgress: 0.5 },
    again: { captions: DONE, exportProgress: 0.5, isExported: true },
    exported: { captions: DONE, isExported: true },
  }
  const videos = [
    ...['new', 'captioned', 'exporting', 'again', 'exported'].map((id) => video(id)),
    video('silent', { probe: probe({ audio: null }) }),
    video('shared', { access: 'viewer' }),
  ]
  const workOf = ({ id }: Project) => ({ ...NO_WORK, ...work[id] })
  expect(idsOf(arrangeVideos(videos, { ...ALL, filter }, workOf))).toBe(ids)
})

test('finds the videos with a tag in any case, and lists each tag once', () => {
  const videos = [video('a', { tags: ['Demo', 'Zürich'] }), video('b', { tags: ['demo'] }), video('c')]
  expect(idsOf(arrangeVideos(videos, { ...ALL, tag: 'DEMO' }, () => NO_WORK))).toBe('a b')
  expect(tagsOfVideos(videos)).toHaveLength(2)
})

const ALL: VideoArrangement = { order: 'newest', filter: 'all', tag: null }

function idsOf(videos: readonly Project[]): string {
  return videos.map(({ id }) => id).join(' ')
}

function probe(change: Partial<NonNullable<Project['probe']>>): NonNullable<Project['probe']> {
  return {
    container: 'mp4',
    durationMs: 1_000,
    width: 1_080,
    height: 1_920,
    fps: { n: 25, d: 1 },
    variableFrameRate: false,
    rotation: 0,
    videoCodec: 'h264',
    audio: { codec: 'aac', channels: 1, sampleRate: 44_100, tracks: 1, track: 0 },
    hdr: false,
    ...change,
  }
}

function video(id: string, change: Partial<Project> = {}): Project {
  return {
    id,
    title: id,
    stage: 'prepared',
    progress: 1,
    problem: null,
    sizeBytes: 1,
    probe: probe({}),
    assets: { preview: null, peaks: null, filmstrip: null, poster: null, shots: null },
    access: 'owner',
    ownerName: null,
    tags: [],
    createdAt: '2026-11-20T10:00:00Z',
    expiresAt: null,
    ...change,
  }
}
