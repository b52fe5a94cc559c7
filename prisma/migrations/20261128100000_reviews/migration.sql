-- Reviews of named rulesets: requests, reviewers, comments (server/decisions/047).

-- CreateEnum
CREATE TYPE "review_ending" AS ENUM ('withdrawn', 'completed');

-- CreateEnum
CREATE TYPE "comment_subject" AS ENUM ('whole', 'assertion', 'definition', 'claim', 'clause');

-- CreateTable
CREATE TABLE "review" (
    "id" UUID NOT NULL,
    "namespace_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "opened_hash" TEXT NOT NULL,
    "opened_by" UUID,
    "opened_label" TEXT NOT NULL,
    "message" TEXT NOT NULL,
    "any_reviewer" BOOLEAN NOT NULL,
    "due_on" DATE,
    "opened_at" TIMESTAMP(3) NOT NULL,
    "ended_at" TIMESTAMP(3),
    "ended_by" UUID,
    "ended_label" TEXT,
    "ending" "review_ending",

    CONSTRAINT "review_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "review_reviewer" (
    "review_id" UUID NOT NULL,
    "person_id" UUID NOT NULL,
    "added_at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "review_reviewer_pkey" PRIMARY KEY ("review_id","person_id")
);

-- CreateTable
CREATE TABLE "review_comment" (
    "id" UUID NOT NULL,
    "namespace_id" UUID NOT NULL,
    "review_id" UUID NOT NULL,
    "parent_id" UUID,
    "hash" TEXT NOT NULL,
    "subject_kind" "comment_subject" NOT NULL,
    "subject_name" TEXT,
    "person_id" UUID,
    "credential_id" UUID,
    "author" TEXT NOT NULL,
    "by_agent" BOOLEAN NOT NULL,
    "text" TEXT NOT NULL,
    "mentioned_ids" UUID[],
    "suggestion" TEXT,
    "suggestion_from" INTEGER,
    "suggestion_to" INTEGER,
    "created_at" TIMESTAMP(3) NOT NULL,
    "resolved_at" TIMESTAMP(3),
    "resolved_by" UUID,
    "resolved_label" TEXT,
    "sequence" BIGSERIAL NOT NULL,

    CONSTRAINT "review_comment_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "review_comment_edit" (
    "id" BIGSERIAL NOT NULL,
    "comment_id" UUID NOT NULL,
    "edited_at" TIMESTAMP(3) NOT NULL,
    "text" TEXT NOT NULL,

    CONSTRAINT "review_comment_edit_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "review_namespace_id_name_opened_at_idx" ON "review"("namespace_id", "name", "opened_at");

-- CreateIndex
CREATE INDEX "review_reviewer_person_id_idx" ON "review_reviewer"("person_id");

-- CreateIndex
CREATE INDEX "review_comment_review_id_sequence_idx" ON "review_comment"("review_id", "sequence");

-- CreateIndex
CREATE INDEX "review_comment_edit_comment_id_id_idx" ON "review_comment_edit"("comment_id", "id");

-- AddForeignKey
ALTER TABLE "review" ADD CONSTRAINT "review_namespace_id_fkey" FOREIGN KEY ("namespace_id") REFERENCES "namespace"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "review" ADD CONSTRAINT "review_namespace_id_opened_hash_fkey" FOREIGN KEY ("namespace_id", "opened_hash") REFERENCES "ruleset"("namespace_id", "hash") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "review" ADD CONSTRAINT "review_opened_by_fkey" FOREIGN KEY ("opened_by") REFERENCES "person"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "review" ADD CONSTRAINT "review_ended_by_fkey" FOREIGN KEY ("ended_by") REFERENCES "person"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "review_reviewer" ADD CONSTRAINT "review_reviewer_review_id_fkey" FOREIGN KEY ("review_id") REFERENCES "review"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "review_reviewer" ADD CONSTRAINT "review_reviewer_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "review_comment" ADD CONSTRAINT "review_comment_namespace_id_fkey" FOREIGN KEY ("namespace_id") REFERENCES "namespace"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "review_comment" ADD CONSTRAINT "review_comment_review_id_fkey" FOREIGN KEY ("review_id") REFERENCES "review"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "review_comment" ADD CONSTRAINT "review_comment_namespace_id_hash_fkey" FOREIGN KEY ("namespace_id", "hash") REFERENCES "ruleset"("namespace_id", "hash") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "review_comment" ADD CONSTRAINT "review_comment_parent_id_fkey" FOREIGN KEY ("parent_id") REFERENCES "review_comment"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "review_comment" ADD CONSTRAINT "review_comment_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "review_comment" ADD CONSTRAINT "review_comment_resolved_by_fkey" FOREIGN KEY ("resolved_by") REFERENCES "person"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "review_comment_edit" ADD CONSTRAINT "review_comment_edit_comment_id_fkey" FOREIGN KEY ("comment_id") REFERENCES "review_comment"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- A name has one open review, also if two people open one at once.
CREATE UNIQUE INDEX "review_open_key" ON "review"("namespace_id", "name") WHERE "ended_at" IS NULL;

ALTER TABLE "review" ADD CONSTRAINT "review_ended_check" CHECK (("ended_at" IS NULL) = ("ending" IS NULL));
ALTER TABLE "review_comment" ADD CONSTRAINT "review_comment_subject_check"
  CHECK (("subject_kind" = 'whole') = ("subject_name" IS NULL));
ALTER TABLE "review_comment" ADD CONSTRAINT "review_comment_suggestion_check"
  CHECK (("suggestion_from" IS NULL) = ("suggestion_to" IS NULL) AND ("suggestion" IS NOT NULL OR "suggestion_from" IS NULL));
