package tessera.metrics.exposition;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Label sets that were read before, found by their bytes. Exporters write the same sets in the same order for every
 * metric, so the one that followed last time is tried first: one comparison, and the end of the block is known as well.
 */
final class LabelSets {

    private static final int PLACES = 1 << 10;
    private static final int WAYS = 8;
    private static final int LONGEST = 2048;

    private static final class CachedLabels {

        private final byte[] block;
        private final LabelSet labels;

        CachedLabels(byte[] block, LabelSet labels) {
            this.block = block;
            this.labels = labels;
        }

        boolean standsAt(byte[] bytes, int from, int end) {
            int to = from + block.length;
            return to <= end && Arrays.equals(bytes, from, to, block, 0, block.length);
        }
    }

    private final TextPool names;
    private final TextPool values = new TextPool();
    private final LabelBlock block = new LabelBlock();
    private final @Nullable CachedLabels[] known = new CachedLabels[PLACES];
    /** Which place followed a place. Places, not sets: a chain of sets would keep all that were forgotten. */
    private final int[] following = new int[PLACES];
    private int last;
    private int turn;
    private LabelSet labels = LabelSet.EMPTY;

    LabelSets(TextPool names) {
        this.names = names;
    }

    /**
     * Forgets what was read. Pages of other exporters repeat nothing of it, and what is held until something else takes
     * its place dies old, which is dear.
     */
    void forget() {
        Arrays.fill(known, null);
        Arrays.fill(following, 0);
        values.forget();
        last = 0;
        labels = LabelSet.EMPTY;
    }

    /** What was read last. */
    LabelSet labels() {
        return labels;
    }

    /**
     * Reads a block of labels.
     *
     * @param from at its opening brace
     * @param end  behind the last line feed
     * @return behind its closing brace, or {@link LabelBlock#GARBAGE}
     */
    int read(byte[] bytes, int from, int end) {
        int place = following[last];
        var expected = known[place];
        if (expected != null && expected.standsAt(bytes, from, end)) {
            last = place;
            labels = expected.labels;
            return from + expected.block.length;
        }
        int to = block.read(bytes, from + 1);
        if (to == LabelBlock.GARBAGE) {
            return to;
        }
        if (block.count() == 0) {
            labels = LabelSet.EMPTY;
            return to;
        }
        var found = to - from > LONGEST ? block.labels(bytes, names, values) : find(bytes, from, to);
        if (found == null) {
            return LabelBlock.GARBAGE;
        }
        labels = found;
        return to;
    }

    private @Nullable LabelSet find(byte[] bytes, int from, int to) {
        int home = ByteClasses.hash(bytes, from, to);
        for (int way = 0; way < WAYS; way++) {
            int place = (home + way) & (PLACES - 1);
            var candidate = known[place];
            if (candidate == null) {
                return keep(place, bytes, from, to);
            }
            if (Arrays.equals(candidate.block, 0, candidate.block.length, bytes, from, to)) {
                follow(place);
                return candidate.labels;
            }
        }
        return keep((home + (turn++ & (WAYS - 1))) & (PLACES - 1), bytes, from, to);
    }

    private @Nullable LabelSet keep(int place, byte[] bytes, int from, int to) {
        var made = block.labels(bytes, names, values);
        if (made != null) {
            known[place] = new CachedLabels(Arrays.copyOfRange(bytes, from, to), made);
            follow(place);
        }
        return made;
    }

    private void follow(int place) {
        following[last] = place;
        last = place;
    }
}
