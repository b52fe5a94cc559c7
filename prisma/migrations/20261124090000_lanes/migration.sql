-- Frames that wait for a solver or a model stand in lanes of their own, on both buses; a group's work is found by its share.
DROP INDEX "bus_work_available_at_seq_idx";
ALTER TABLE "bus_work" ADD COLUMN     "lane" TEXT NOT NULL DEFAULT 'exact',
ADD COLUMN     "share" TEXT NOT NULL DEFAULT '';
CREATE INDEX "bus_work_lane_share_available_at_seq_idx" ON "bus_work"("lane", "share", "available_at", "seq");
ALTER TABLE "bus_work" ADD CONSTRAINT "bus_work_lane_check" CHECK ("lane" IN ('exact', 'solver', 'model'));
