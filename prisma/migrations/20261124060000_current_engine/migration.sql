-- AlterTable
ALTER TABLE "namespace" ADD COLUMN     "current_engine" BOOLEAN NOT NULL DEFAULT false;
