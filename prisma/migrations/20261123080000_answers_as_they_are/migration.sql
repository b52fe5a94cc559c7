-- An answer is written once, read a few times and gone after a day: compressing it costs more than the disk it saves.
ALTER TABLE "frame_response" ALTER COLUMN "body" SET STORAGE EXTERNAL;
