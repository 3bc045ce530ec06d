/** What the file picker accepts; by name too, since some systems know no type for them. */
export const VIDEO_FILES = 'video/*,.mp4,.m4v,.mov,.webm,.mkv'
