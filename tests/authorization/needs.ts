import type { Need } from '#features/collaboration/model/index.ts'

/**
 * The access that each procedure and route about the owner's project needs. A collaborator may `view`, or also `edit`.
 * A request that needs `own` is refused to collaborators with the reason, and to everybody else as not found.
 */
export const NEEDS: Readonly<Record<string, Need>> = {
  'media.get': 'view',
  'media.watch': 'view',
  'media.rename': 'edit',
  'media.remove': 'own',
  'transcription.quote': 'view',
  'transcription.start': 'edit',
  'transcription.get': 'view',
  'transcription.cancel': 'edit',
  'transcription.watch': 'view',
  'captions.get': 'view',
  'captions.apply': 'edit',
  'captions.watch': 'view',
  'captions.here': 'view',
  'rendering.start': 'edit',
  'rendering.list': 'view',
  'rendering.cancel': 'edit',
  'rendering.watch': 'view',
  'storage.link': 'view',
  'storage.rename': 'edit',
  'storage.remove': 'own',
  'storage.restore': 'own',
  'GET /uploads/:id': 'own',
  'PATCH /uploads/:id': 'own',
  'DELETE /uploads/:id': 'own',
  'GET /media/:projectId/:file': 'view',
  'GET /media/:projectId/filmstrip/:sheet': 'view',
  'GET /captions/:projectId/document': 'view',
  'GET /captions/:projectId/:file{captions\\.(srt|vtt|json)}': 'view',
  'GET /renders/:renderId/video.mp4': 'view',
}
