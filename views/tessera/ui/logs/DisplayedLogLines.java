package tessera.ui.logs;

/** The lines of a log that are listed. */
sealed interface DisplayedLogLines {

    long count();

    /** Returns the number of the line in a row. */
    long lineNumberAt(long row);

    /** Returns the first row whose line has this number or a higher one. */
    long rowOfLine(long number);

    /**
     * Every line that is kept.
     *
     * @param first number of the oldest
     * @param end   number that the next will have
     */
    record UnfilteredLogLines(long first, long end) implements DisplayedLogLines {

        @Override
        public long count() {
            return end - first;
        }

        @Override
        public long lineNumberAt(long row) {
            return first + row;
        }

        @Override
        public long rowOfLine(long number) {
            return Math.clamp(number - first, 0, count());
        }
    }

    /** The lines that match a search, as far as they were searched. */
    final class MatchingLogLines implements DisplayedLogLines {

        private final long base;
        private final int[] numbers;
        private final int from;
        private final int to;

        /**
         * Some of an index.
         *
         * @param base    from which on lines are numbered in it
         * @param numbers from one place to before another, never changed there any more
         */
        MatchingLogLines(long base, int[] numbers, int from, int to) {
            this.base = base;
            this.numbers = numbers;
            this.from = from;
            this.to = to;
        }

        @Override
        public long count() {
            return (long) to - from;
        }

        @Override
        public long lineNumberAt(long row) {
            return base + numbers[from + (int) row];
        }

        @Override
        public long rowOfLine(long number) {
            int low = from;
            int high = to;
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (base + numbers[middle] < number) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return (long) low - from;
        }
    }
}
