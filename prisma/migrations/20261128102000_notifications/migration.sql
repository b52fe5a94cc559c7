-- CreateTable
CREATE TABLE "notification" (
    "id" UUID NOT NULL,
    "namespace_id" UUID NOT NULL,
    "person_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "name" TEXT,
    "hash" TEXT,
    "facts" JSONB NOT NULL,
    "at" TIMESTAMP(3) NOT NULL,
    "sequence" BIGSERIAL NOT NULL,
    "waits" BOOLEAN NOT NULL,
    "ended_at" TIMESTAMP(3),
    "read_at" TIMESTAMP(3),
    "mail_id" UUID,

    CONSTRAINT "notification_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "notification_cursor" (
    "namespace_id" UUID NOT NULL,
    "next_index" BIGINT NOT NULL,

    CONSTRAINT "notification_cursor_pkey" PRIMARY KEY ("namespace_id")
);

-- CreateTable
CREATE TABLE "followed_review" (
    "namespace_id" UUID NOT NULL,
    "review_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "opener_id" UUID,
    "reviewer_ids" UUID[],
    "any_reviewer" BOOLEAN NOT NULL,

    CONSTRAINT "followed_review_pkey" PRIMARY KEY ("namespace_id","review_id")
);

-- CreateTable
CREATE TABLE "followed_comment" (
    "namespace_id" UUID NOT NULL,
    "comment_id" UUID NOT NULL,
    "review_id" UUID NOT NULL,
    "thread_id" UUID NOT NULL,
    "person_id" UUID,

    CONSTRAINT "followed_comment_pkey" PRIMARY KEY ("namespace_id","comment_id")
);

-- CreateTable
CREATE TABLE "notification_choice" (
    "person_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "mail" TEXT NOT NULL,

    CONSTRAINT "notification_choice_pkey" PRIMARY KEY ("person_id","kind")
);

-- CreateTable
CREATE TABLE "outgoing_mail" (
    "id" UUID NOT NULL,
    "namespace_id" UUID NOT NULL,
    "person_id" UUID NOT NULL,
    "form" TEXT NOT NULL,
    "made_at" TIMESTAMP(3) NOT NULL,
    "due_at" TIMESTAMP(3) NOT NULL,
    "held_until" TIMESTAMP(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "outcome" TEXT,
    "ended_at" TIMESTAMP(3),

    CONSTRAINT "outgoing_mail_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook" (
    "id" UUID NOT NULL,
    "namespace_id" UUID NOT NULL,
    "label" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "format" TEXT NOT NULL,
    "kinds" TEXT[],
    "secret_version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMP(3) NOT NULL,
    "created_by" TEXT NOT NULL,
    "disabled_at" TIMESTAMP(3),
    "disabled_why" TEXT,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "failing_since" TIMESTAMP(3),
    "paused_until" TIMESTAMP(3),
    "held_until" TIMESTAMP(3),

    CONSTRAINT "webhook_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_delivery" (
    "id" UUID NOT NULL,
    "webhook_id" UUID NOT NULL,
    "sequence" BIGSERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "made_at" TIMESTAMP(3) NOT NULL,
    "due_at" TIMESTAMP(3) NOT NULL,
    "give_up_at" TIMESTAMP(3) NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "outcome" TEXT,
    "last_at" TIMESTAMP(3),
    "last_ms" INTEGER,
    "last_status" INTEGER,
    "last_answer" TEXT,
    "last_problem" TEXT,

    CONSTRAINT "webhook_delivery_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "notification_namespace_id_person_id_sequence_idx" ON "notification"("namespace_id", "person_id", "sequence");

-- CreateIndex
CREATE INDEX "notification_namespace_id_hash_idx" ON "notification"("namespace_id", "hash");

-- CreateIndex
CREATE INDEX "notification_mail_id_idx" ON "notification"("mail_id");

-- CreateIndex
CREATE INDEX "notification_read_at_idx" ON "notification"("read_at");

-- CreateIndex
CREATE UNIQUE INDEX "notification_namespace_id_person_id_key_key" ON "notification"("namespace_id", "person_id", "key");

-- CreateIndex
CREATE INDEX "followed_review_namespace_id_name_idx" ON "followed_review"("namespace_id", "name");

-- CreateIndex
CREATE INDEX "followed_comment_namespace_id_thread_id_idx" ON "followed_comment"("namespace_id", "thread_id");

-- CreateIndex
CREATE INDEX "outgoing_mail_outcome_due_at_idx" ON "outgoing_mail"("outcome", "due_at");

-- CreateIndex
CREATE INDEX "outgoing_mail_person_id_made_at_idx" ON "outgoing_mail"("person_id", "made_at");

-- CreateIndex
CREATE INDEX "webhook_namespace_id_created_at_idx" ON "webhook"("namespace_id", "created_at");

-- CreateIndex
CREATE INDEX "webhook_delivery_webhook_id_outcome_due_at_idx" ON "webhook_delivery"("webhook_id", "outcome", "due_at");

-- CreateIndex
CREATE INDEX "webhook_delivery_webhook_id_sequence_idx" ON "webhook_delivery"("webhook_id", "sequence");

-- CreateIndex
CREATE INDEX "webhook_delivery_outcome_made_at_idx" ON "webhook_delivery"("outcome", "made_at");

-- AddForeignKey
ALTER TABLE "notification" ADD CONSTRAINT "notification_namespace_id_fkey" FOREIGN KEY ("namespace_id") REFERENCES "namespace"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "notification" ADD CONSTRAINT "notification_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "notification_cursor" ADD CONSTRAINT "notification_cursor_namespace_id_fkey" FOREIGN KEY ("namespace_id") REFERENCES "namespace"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "followed_review" ADD CONSTRAINT "followed_review_namespace_id_fkey" FOREIGN KEY ("namespace_id") REFERENCES "namespace"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "followed_comment" ADD CONSTRAINT "followed_comment_namespace_id_fkey" FOREIGN KEY ("namespace_id") REFERENCES "namespace"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "notification_choice" ADD CONSTRAINT "notification_choice_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "outgoing_mail" ADD CONSTRAINT "outgoing_mail_namespace_id_fkey" FOREIGN KEY ("namespace_id") REFERENCES "namespace"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "outgoing_mail" ADD CONSTRAINT "outgoing_mail_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "webhook" ADD CONSTRAINT "webhook_namespace_id_fkey" FOREIGN KEY ("namespace_id") REFERENCES "namespace"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "webhook"("id") ON DELETE CASCADE ON UPDATE NO ACTION;



-- Events before this release notify nobody.
INSERT INTO "notification_cursor" ("namespace_id", "next_index") SELECT "namespace_id", "size" FROM "log_head";
