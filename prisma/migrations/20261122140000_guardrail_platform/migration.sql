-- CreateEnum
CREATE TYPE "service_secret_kind" AS ENUM ('service_token', 'api_key');

-- CreateEnum
CREATE TYPE "guardrail_type" AS ENUM ('policy_rules', 'llm_judge', 'consensus', 'consistency', 'critique', 'human_review');

-- CreateEnum
CREATE TYPE "aggregation" AS ENUM ('all', 'any', 'majority');

-- CreateEnum
CREATE TYPE "frame_audience" AS ENUM ('group', 'open');

-- AlterTable
ALTER TABLE "namespace" ADD COLUMN     "group_name" TEXT;

-- CreateTable
CREATE TABLE "service_account" (
    "id" UUID NOT NULL,
    "username" TEXT NOT NULL,
    "home_id" UUID NOT NULL,
    "description" TEXT NOT NULL,
    "created_at" TIMESTAMP(3) NOT NULL,
    "created_by" TEXT NOT NULL,
    "disabled_at" TIMESTAMP(3),

    CONSTRAINT "service_account_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "service_secret" (
    "id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "kind" "service_secret_kind" NOT NULL,
    "sha256" BYTEA NOT NULL,
    "label" TEXT NOT NULL,
    "created_at" TIMESTAMP(3) NOT NULL,
    "created_by" TEXT NOT NULL,
    "expires_at" TIMESTAMP(3),
    "revoked_at" TIMESTAMP(3),
    "last_used_at" TIMESTAMP(3),

    CONSTRAINT "service_secret_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "group_member" (
    "namespace_id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "since" TIMESTAMP(3) NOT NULL,
    "added_by" TEXT NOT NULL,

    CONSTRAINT "group_member_pkey" PRIMARY KEY ("namespace_id","account_id")
);

-- CreateTable
CREATE TABLE "project" (
    "id" UUID NOT NULL,
    "namespace_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMP(3) NOT NULL,
    "updated_at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "project_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "guardrail" (
    "id" UUID NOT NULL,
    "namespace_id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "type" "guardrail_type" NOT NULL,
    "configuration" JSONB NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMP(3) NOT NULL,
    "updated_at" TIMESTAMP(3) NOT NULL,
    "updated_by" TEXT NOT NULL,

    CONSTRAINT "guardrail_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "application" (
    "id" UUID NOT NULL,
    "namespace_id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "context_document" TEXT NOT NULL,
    "graph" JSONB NOT NULL,
    "aggregation" "aggregation" NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMP(3) NOT NULL,
    "updated_at" TIMESTAMP(3) NOT NULL,
    "updated_by" TEXT NOT NULL,

    CONSTRAINT "application_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "application_guardrail" (
    "application_id" UUID NOT NULL,
    "guardrail_id" UUID NOT NULL,

    CONSTRAINT "application_guardrail_pkey" PRIMARY KEY ("application_id","guardrail_id")
);

-- CreateTable
CREATE TABLE "frame" (
    "id" UUID NOT NULL,
    "namespace_id" UUID NOT NULL,
    "target_id" UUID NOT NULL,
    "audience" "frame_audience" NOT NULL,
    "trace_id" TEXT NOT NULL,
    "topics" TEXT[],
    "key" BYTEA NOT NULL,
    "digest" BYTEA NOT NULL,
    "content" TEXT NOT NULL,
    "sent_at" TIMESTAMP(3) NOT NULL,
    "sent_by" TEXT NOT NULL,

    CONSTRAINT "frame_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "frame_response" (
    "frame_id" UUID NOT NULL,
    "message_id" UUID NOT NULL,
    "rail_id" UUID NOT NULL,
    "body" TEXT NOT NULL,
    "conclusion" TEXT,
    "answered_at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "frame_response_pkey" PRIMARY KEY ("frame_id")
);

-- CreateTable
CREATE TABLE "node_outcome" (
    "frame_id" UUID NOT NULL,
    "node_id" TEXT NOT NULL,
    "outcome" JSONB NOT NULL,

    CONSTRAINT "node_outcome_pkey" PRIMARY KEY ("frame_id","node_id")
);

-- CreateTable
CREATE TABLE "review_task" (
    "id" UUID NOT NULL,
    "namespace_id" UUID NOT NULL,
    "frame_id" UUID NOT NULL,
    "node_id" TEXT NOT NULL,
    "guardrail_id" UUID NOT NULL,
    "instructions" TEXT NOT NULL,
    "created_at" TIMESTAMP(3) NOT NULL,
    "answered_at" TIMESTAMP(3),
    "answered_by" TEXT,
    "conclusion" TEXT,
    "note" TEXT,

    CONSTRAINT "review_task_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "bus_work" (
    "seq" BIGSERIAL NOT NULL,
    "id" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "payload" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "holder" INTEGER,
    "available_at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "bus_work_pkey" PRIMARY KEY ("seq")
);

-- CreateTable
CREATE TABLE "bus_dead_letter" (
    "seq" BIGSERIAL NOT NULL,
    "id" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "payload" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL,
    "reason" TEXT NOT NULL,
    "at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "bus_dead_letter_pkey" PRIMARY KEY ("seq")
);

-- CreateIndex
CREATE UNIQUE INDEX "service_account_username_key" ON "service_account"("username");

-- CreateIndex
CREATE INDEX "service_account_home_id_idx" ON "service_account"("home_id");

-- CreateIndex
CREATE UNIQUE INDEX "service_secret_sha256_key" ON "service_secret"("sha256");

-- CreateIndex
CREATE INDEX "service_secret_account_id_idx" ON "service_secret"("account_id");

-- CreateIndex
CREATE INDEX "group_member_account_id_idx" ON "group_member"("account_id");

-- CreateIndex
CREATE UNIQUE INDEX "project_namespace_id_name_key" ON "project"("namespace_id", "name");

-- CreateIndex
CREATE INDEX "guardrail_namespace_id_idx" ON "guardrail"("namespace_id");

-- CreateIndex
CREATE UNIQUE INDEX "guardrail_project_id_name_key" ON "guardrail"("project_id", "name");

-- CreateIndex
CREATE INDEX "application_namespace_id_idx" ON "application"("namespace_id");

-- CreateIndex
CREATE UNIQUE INDEX "application_project_id_name_key" ON "application"("project_id", "name");

-- CreateIndex
CREATE INDEX "application_guardrail_guardrail_id_idx" ON "application_guardrail"("guardrail_id");

-- CreateIndex
CREATE UNIQUE INDEX "frame_key_key" ON "frame"("key");

-- CreateIndex
CREATE INDEX "frame_namespace_id_trace_id_idx" ON "frame"("namespace_id", "trace_id");

-- CreateIndex
CREATE INDEX "frame_sent_at_idx" ON "frame"("sent_at");

-- CreateIndex
CREATE UNIQUE INDEX "frame_response_message_id_key" ON "frame_response"("message_id");

-- CreateIndex
CREATE INDEX "frame_response_answered_at_idx" ON "frame_response"("answered_at");

-- CreateIndex
CREATE INDEX "review_task_namespace_id_created_at_idx" ON "review_task"("namespace_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "review_task_frame_id_node_id_key" ON "review_task"("frame_id", "node_id");

-- CreateIndex
CREATE UNIQUE INDEX "bus_work_id_key" ON "bus_work"("id");

-- CreateIndex
CREATE INDEX "bus_work_available_at_seq_idx" ON "bus_work"("available_at", "seq");

-- CreateIndex
CREATE UNIQUE INDEX "namespace_group_name_key" ON "namespace"("group_name");

-- AddForeignKey
ALTER TABLE "service_account" ADD CONSTRAINT "service_account_home_id_fkey" FOREIGN KEY ("home_id") REFERENCES "namespace"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "service_secret" ADD CONSTRAINT "service_secret_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "service_account"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "group_member" ADD CONSTRAINT "group_member_namespace_id_fkey" FOREIGN KEY ("namespace_id") REFERENCES "namespace"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "group_member" ADD CONSTRAINT "group_member_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "service_account"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "project" ADD CONSTRAINT "project_namespace_id_fkey" FOREIGN KEY ("namespace_id") REFERENCES "namespace"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "guardrail" ADD CONSTRAINT "guardrail_namespace_id_fkey" FOREIGN KEY ("namespace_id") REFERENCES "namespace"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "guardrail" ADD CONSTRAINT "guardrail_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "application" ADD CONSTRAINT "application_namespace_id_fkey" FOREIGN KEY ("namespace_id") REFERENCES "namespace"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "application" ADD CONSTRAINT "application_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "application_guardrail" ADD CONSTRAINT "application_guardrail_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "application"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "application_guardrail" ADD CONSTRAINT "application_guardrail_guardrail_id_fkey" FOREIGN KEY ("guardrail_id") REFERENCES "guardrail"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "frame" ADD CONSTRAINT "frame_namespace_id_fkey" FOREIGN KEY ("namespace_id") REFERENCES "namespace"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "frame_response" ADD CONSTRAINT "frame_response_frame_id_fkey" FOREIGN KEY ("frame_id") REFERENCES "frame"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "node_outcome" ADD CONSTRAINT "node_outcome_frame_id_fkey" FOREIGN KEY ("frame_id") REFERENCES "frame"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "review_task" ADD CONSTRAINT "review_task_namespace_id_fkey" FOREIGN KEY ("namespace_id") REFERENCES "namespace"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "review_task" ADD CONSTRAINT "review_task_frame_id_fkey" FOREIGN KEY ("frame_id") REFERENCES "frame"("id") ON DELETE CASCADE ON UPDATE NO ACTION;



-- What the schema's language cannot say.
ALTER TABLE "namespace" ADD CONSTRAINT "namespace_group_name_check" CHECK ("group_name" <> '');
ALTER TABLE "service_secret" ADD CONSTRAINT "service_secret_sha256_check" CHECK (octet_length("sha256") = 32);
ALTER TABLE "project" ADD CONSTRAINT "project_version_check" CHECK ("version" > 0);
ALTER TABLE "guardrail" ADD CONSTRAINT "guardrail_version_check" CHECK ("version" > 0);
ALTER TABLE "application" ADD CONSTRAINT "application_version_check" CHECK ("version" > 0);
ALTER TABLE "frame"
    ADD CONSTRAINT "frame_key_check" CHECK (octet_length("key") = 32 AND octet_length("digest") = 32),
    ADD CONSTRAINT "frame_topics_check" CHECK (cardinality("topics") > 0);
ALTER TABLE "review_task"
    ADD CONSTRAINT "review_task_answer_check" CHECK (("answered_at" IS NULL) = ("conclusion" IS NULL)),
    ADD CONSTRAINT "review_task_conclusion_check" CHECK ("conclusion" IN ('YES', 'NO', 'UNKNOWN'));
-- Rows that are changed once or twice and then go.
ALTER TABLE "bus_work" SET (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
