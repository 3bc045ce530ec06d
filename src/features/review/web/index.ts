export { LazyCommentMarks, LazyCommentsPanel } from './lazy-comments.tsx'
export { ReviewPage } from './review-page.tsx'
