-- CreateIndex
CREATE INDEX "frame_target_id_sent_at_id_idx" ON "frame"("target_id", "sent_at", "id");
