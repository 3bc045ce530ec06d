-- Name of the finished file in the export's folder. Each try of the job stores under a name of its own, so that two
-- workers never write the same file. Exports from before this had one name.
alter table renders add column file text not null default 'video.mp4';
