-- CreateTable
CREATE TABLE "document" (
    "id" UUID NOT NULL,
    "namespace_id" UUID NOT NULL,
    "label" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "created_at" TIMESTAMP(3) NOT NULL,
    "created_by" TEXT NOT NULL,

    CONSTRAINT "document_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "document_revision" (
    "id" UUID NOT NULL,
    "namespace_id" UUID NOT NULL,
    "document_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "sha256" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "format" TEXT NOT NULL,
    "file_name" TEXT,
    "source" BYTEA NOT NULL,
    "source_sha256" TEXT NOT NULL,
    "created_at" TIMESTAMP(3) NOT NULL,
    "created_by" TEXT NOT NULL,

    CONSTRAINT "document_revision_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "clause_edit" (
    "id" BIGSERIAL NOT NULL,
    "namespace_id" UUID NOT NULL,
    "revision_id" UUID NOT NULL,
    "edit" JSONB NOT NULL,
    "created_at" TIMESTAMP(3) NOT NULL,
    "created_by" TEXT NOT NULL,

    CONSTRAINT "clause_edit_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "document_namespace_id_label_key" ON "document"("namespace_id", "label");

-- CreateIndex
CREATE INDEX "document_revision_namespace_id_idx" ON "document_revision"("namespace_id");

-- CreateIndex
CREATE UNIQUE INDEX "document_revision_document_id_number_key" ON "document_revision"("document_id", "number");

-- CreateIndex
CREATE UNIQUE INDEX "document_revision_document_id_sha256_key" ON "document_revision"("document_id", "sha256");

-- CreateIndex
CREATE INDEX "clause_edit_revision_id_id_idx" ON "clause_edit"("revision_id", "id");

-- AddForeignKey
ALTER TABLE "document" ADD CONSTRAINT "document_namespace_id_fkey" FOREIGN KEY ("namespace_id") REFERENCES "namespace"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "document_revision" ADD CONSTRAINT "document_revision_namespace_id_fkey" FOREIGN KEY ("namespace_id") REFERENCES "namespace"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "document_revision" ADD CONSTRAINT "document_revision_document_id_fkey" FOREIGN KEY ("document_id") REFERENCES "document"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "clause_edit" ADD CONSTRAINT "clause_edit_namespace_id_fkey" FOREIGN KEY ("namespace_id") REFERENCES "namespace"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "clause_edit" ADD CONSTRAINT "clause_edit_revision_id_fkey" FOREIGN KEY ("revision_id") REFERENCES "document_revision"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- The log proves these rows; the digests in a revision prove its text and its file.
CREATE TRIGGER note_changed_row AFTER INSERT OR UPDATE OR DELETE ON "document"
  FOR EACH ROW EXECUTE FUNCTION note_changed_row('namespace_id', 'id');
CREATE TRIGGER note_changed_row AFTER INSERT OR UPDATE OR DELETE ON "document_revision"
  FOR EACH ROW EXECUTE FUNCTION note_changed_row('namespace_id', 'id');
CREATE TRIGGER note_changed_row AFTER INSERT OR UPDATE OR DELETE ON "clause_edit"
  FOR EACH ROW EXECUTE FUNCTION note_changed_row('namespace_id', 'id');
