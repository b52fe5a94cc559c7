-- AlterTable: null until it is set, so that the entries of a log that are older still prove the row.
ALTER TABLE "namespace" ADD COLUMN     "passing_cases" BOOLEAN;
