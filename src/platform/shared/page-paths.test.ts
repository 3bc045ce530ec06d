import { expect, test } from 'vitest'
import { findPage } from './page-paths.ts'

const TABLE = [
  { path: '' },
  { path: 'upload' },
  { path: 'projects/:projectId' },
  { path: 'projects/new' },
  { path: '*' },
]

test.each([
  { path: '/', page: '', params: {} },
  { path: '/upload', page: 'upload', params: {} },
  { path: '/Upload/', page: 'upload', params: {} },
  { path: '/projects/7f3a-AB', page: 'projects/:projectId', params: { projectId: '7f3a-AB' } },
  { path: '/projects/new', page: 'projects/new', params: {} },
])('$path is the page $page', ({ path, page, params }) => {
  expect(findPage(TABLE, path)).toEqual({ page: { path: page }, params })
})

test.each(['/nope', '/upload/more', '/projects', '/projects/a%2Fb', `/projects/${'x'.repeat(65)}`, '/*'])(
  '%s is no page',
  (path) => {
    expect(findPage(TABLE, path)).toBeNull()
  },
)
