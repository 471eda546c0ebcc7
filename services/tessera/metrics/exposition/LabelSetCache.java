package tessera.metrics.exposition;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A cache of label sets that were read before, looked up by their bytes. Exporters write the same sets in the same order for every
 * metric, so the one that followed last time is tried first: one comparison, and the end of the block is known as well.
 */
final class LabelSetCache {

    private static final int PLACES = 1 << 10;
    private static final int WAYS = 8;
    private static final int LONGEST = 2048;

    private static final class CachedLabels {

        private final byte[] block;
        private final SeriesLabelSet labels;

        CachedLabels(byte[] block, SeriesLabelSet labels) {
            this.block = block;
            this.labels = labels;
        }

        boolean matchesAt(byte[] bytes, int from, int end) {
            int to = from + block.length;
            return to <= end && Arrays.equals(bytes, from, to, block, 0, block.length);
        }
    }

    private final TextByBytesCache names;
    private final TextByBytesCache values = new TextByBytesCache();
    private final MetricLabelPositions block = new MetricLabelPositions();
    private final @Nullable CachedLabels[] entries = new CachedLabels[PLACES];
    /** Which place followed a place. Places, not sets: a chain of sets would keep all that were forgotten. */
    private final int[] successors = new int[PLACES];
    private int last;
    private int nextWay;
    private SeriesLabelSet labels = SeriesLabelSet.EMPTY;

    LabelSetCache(TextByBytesCache names) {
        this.names = names;
    }

    /**
     * Clears what was read. Pages of other exporters repeat nothing of it, and what is held until something else takes
     * its place dies old, which is dear.
     */
    void clear() {
        Arrays.fill(entries, null);
        Arrays.fill(successors, 0);
        values.clear();
        last = 0;
        labels = SeriesLabelSet.EMPTY;
    }

    /** Returns the label set that was read last. */
    SeriesLabelSet labels() {
        return labels;
    }

    /**
     * Reads a block of labels.
     *
     * @param from at its opening brace
     * @param end  behind the last line feed
     * @return behind its closing brace, or {@link MetricLabelPositions#GARBAGE}
     */
    int readBlock(byte[] bytes, int from, int end) {
        int position = successors[last];
        var expected = entries[position];
        if (expected != null && expected.matchesAt(bytes, from, end)) {
            last = position;
            labels = expected.labels;
            return from + expected.block.length;
        }
        int to = block.scanLabels(bytes, from + 1);
        if (to == MetricLabelPositions.GARBAGE) {
            return to;
        }
        if (block.labelCount() == 0) {
            labels = SeriesLabelSet.EMPTY;
            return to;
        }
        var labelSet = to - from > LONGEST ? block.toLabelSet(bytes, names, values) : findLabels(bytes, from, to);
        if (labelSet == null) {
            return MetricLabelPositions.GARBAGE;
        }
        labels = labelSet;
        return to;
    }

    private @Nullable SeriesLabelSet findLabels(byte[] bytes, int from, int to) {
        int home = ExpositionByteScanner.hashOf(bytes, from, to);
        for (int way = 0; way < WAYS; way++) {
            int position = (home + way) & (PLACES - 1);
            var candidate = entries[position];
            if (candidate == null) {
                return storeLabels(position, bytes, from, to);
            }
            if (Arrays.equals(candidate.block, 0, candidate.block.length, bytes, from, to)) {
                recordSuccessor(position);
                return candidate.labels;
            }
        }
        return storeLabels((home + (nextWay++ & (WAYS - 1))) & (PLACES - 1), bytes, from, to);
    }

    private @Nullable SeriesLabelSet storeLabels(int position, byte[] bytes, int from, int to) {
        var made = block.toLabelSet(bytes, names, values);
        if (made != null) {
            entries[position] = new CachedLabels(Arrays.copyOfRange(bytes, from, to), made);
            recordSuccessor(position);
        }
        return made;
    }

    private void recordSuccessor(int position) {
        successors[last] = position;
        last = position;
    }
}
