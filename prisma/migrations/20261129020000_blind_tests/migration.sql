-- The rule is null until it is set, so that older entries of a log still prove the row.
-- AlterTable
ALTER TABLE "namespace" ADD COLUMN     "blind_test_done" BOOLEAN;

-- CreateTable
CREATE TABLE "blind_test" (
    "id" UUID NOT NULL,
    "namespace_id" UUID NOT NULL,
    "hash" TEXT NOT NULL,
    "person_id" UUID NOT NULL,
    "printed_name" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "unit_library_hash" TEXT,
    "engine_version" TEXT NOT NULL,
    "scenario_count" INTEGER NOT NULL,
    "agreed" INTEGER NOT NULL,
    "content" TEXT NOT NULL,
    "done_at" TIMESTAMP(3) NOT NULL,
    "sequence" BIGSERIAL NOT NULL,

    CONSTRAINT "blind_test_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "blind_test_comment" (
    "id" BIGSERIAL NOT NULL,
    "namespace_id" UUID NOT NULL,
    "test_id" UUID NOT NULL,
    "scenario" INTEGER NOT NULL,
    "text" TEXT NOT NULL,
    "comment_id" UUID,
    "at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "blind_test_comment_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "blind_test_namespace_id_hash_person_id_number_key" ON "blind_test"("namespace_id", "hash", "person_id", "number");

-- CreateIndex
CREATE UNIQUE INDEX "blind_test_comment_test_id_scenario_key" ON "blind_test_comment"("test_id", "scenario");

-- AddForeignKey
ALTER TABLE "blind_test" ADD CONSTRAINT "blind_test_namespace_id_fkey" FOREIGN KEY ("namespace_id") REFERENCES "namespace"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "blind_test" ADD CONSTRAINT "blind_test_namespace_id_hash_fkey" FOREIGN KEY ("namespace_id", "hash") REFERENCES "ruleset"("namespace_id", "hash") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "blind_test" ADD CONSTRAINT "blind_test_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "blind_test_comment" ADD CONSTRAINT "blind_test_comment_namespace_id_fkey" FOREIGN KEY ("namespace_id") REFERENCES "namespace"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "blind_test_comment" ADD CONSTRAINT "blind_test_comment_test_id_fkey" FOREIGN KEY ("test_id") REFERENCES "blind_test"("id") ON DELETE CASCADE ON UPDATE NO ACTION;


-- What Prisma's language cannot say
ALTER TABLE "blind_test" ADD CONSTRAINT "blind_test_hash_check" CHECK ("hash" ~ '^[0-9a-f]{64}$');
ALTER TABLE "blind_test" ADD CONSTRAINT "blind_test_number_check" CHECK ("number" >= 1);
ALTER TABLE "blind_test" ADD CONSTRAINT "blind_test_agreed_check" CHECK ("agreed" BETWEEN 0 AND "scenario_count");
ALTER TABLE "blind_test_comment" ADD CONSTRAINT "blind_test_comment_scenario_check" CHECK ("scenario" >= 0);

CREATE TRIGGER note_changed_row AFTER INSERT OR UPDATE OR DELETE ON "blind_test"
  FOR EACH ROW EXECUTE FUNCTION note_changed_row('namespace_id', 'id');
CREATE TRIGGER note_changed_row AFTER INSERT OR UPDATE OR DELETE ON "blind_test_comment"
  FOR EACH ROW EXECUTE FUNCTION note_changed_row('namespace_id', 'id');
