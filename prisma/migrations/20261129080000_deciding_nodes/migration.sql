-- AlterEnum
ALTER TYPE "aggregation" ADD VALUE 'deciding';
