-- A run shows the words of its beginning before the first piece of its sound is recognised.
-- first_words: SpokenWord[], provisional; null once the first piece is stored
alter table transcriptions add column first_words jsonb;
