-- CreateTable
CREATE TABLE "frame_label" (
    "id" UUID NOT NULL,
    "namespace_id" UUID NOT NULL,
    "frame_id" UUID NOT NULL,
    "target_id" UUID NOT NULL,
    "set_name" TEXT NOT NULL,
    "assertion" TEXT NOT NULL,
    "labeller" TEXT NOT NULL,
    "labelled_by" TEXT NOT NULL,
    "labelled_at" TIMESTAMP(3) NOT NULL,
    "answer" TEXT NOT NULL,
    "confidence" TEXT,
    "expected" TEXT NOT NULL,
    "note" TEXT,

    CONSTRAINT "frame_label_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "frame_label_frame_id_set_name_assertion_labeller_key" ON "frame_label"("frame_id", "set_name", "assertion", "labeller");

-- CreateIndex
CREATE INDEX "frame_label_namespace_id_target_id_set_name_labelled_at_id_idx" ON "frame_label"("namespace_id", "target_id", "set_name", "labelled_at", "id");

-- AddForeignKey
ALTER TABLE "frame_label" ADD CONSTRAINT "frame_label_namespace_id_fkey" FOREIGN KEY ("namespace_id") REFERENCES "namespace"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "frame_label" ADD CONSTRAINT "frame_label_frame_id_fkey" FOREIGN KEY ("frame_id") REFERENCES "frame"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
