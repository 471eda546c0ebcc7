package tessera.metrics.exposition;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

import static java.nio.charset.StandardCharsets.UTF_8;

/**
 * Texts that were read before, found by their bytes. It forgets, so that what it holds and how long it looks are bounded
 * whatever an exporter writes.
 */
final class TextPool {

    private static final int PLACES = 1 << 11;
    private static final int WAYS = 8;
    private static final int LONGEST = 256;

    /** A text and its bytes. */
    static final class PooledText {

        static final PooledText NONE = new PooledText(new byte[0]);

        final byte[] bytes;
        final String text;

        PooledText(byte[] bytes) {
            this.bytes = bytes;
            this.text = new String(bytes, UTF_8);
        }
    }

    private final @Nullable PooledText[] texts = new PooledText[PLACES];
    private int turn;

    String of(byte[] bytes, int from, int to) {
        return find(bytes, from, to).text;
    }

    PooledText find(byte[] bytes, int from, int to) {
        if (from == to) {
            return PooledText.NONE;
        }
        if (to - from > LONGEST) {
            return new PooledText(Arrays.copyOfRange(bytes, from, to));
        }
        int home = ByteClasses.hash(bytes, from, to);
        for (int way = 0; way < WAYS; way++) {
            int place = (home + way) & (PLACES - 1);
            var known = texts[place];
            if (known == null) {
                return keep(place, bytes, from, to);
            }
            if (Arrays.equals(known.bytes, 0, known.bytes.length, bytes, from, to)) {
                return known;
            }
        }
        return keep((home + (turn++ & (WAYS - 1))) & (PLACES - 1), bytes, from, to);
    }

    void forget() {
        Arrays.fill(texts, null);
    }

    private PooledText keep(int place, byte[] bytes, int from, int to) {
        var text = new PooledText(Arrays.copyOfRange(bytes, from, to));
        texts[place] = text;
        return text;
    }
}
