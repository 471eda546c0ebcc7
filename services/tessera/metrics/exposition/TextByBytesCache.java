package tessera.metrics.exposition;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

import static java.nio.charset.StandardCharsets.UTF_8;

/**
 * A cache of texts that were read before, looked up by their bytes. It forgets, so that what it holds and how long it looks are bounded
 * whatever an exporter writes.
 */
final class TextByBytesCache {

    private static final int PLACES = 1 << 11;
    private static final int WAYS = 8;
    private static final int LONGEST = 256;

    /** A cached text with its bytes. */
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
    private int nextWay;

    String textOf(byte[] bytes, int from, int to) {
        return findText(bytes, from, to).text;
    }

    PooledText findText(byte[] bytes, int from, int to) {
        if (from == to) {
            return PooledText.NONE;
        }
        if (to - from > LONGEST) {
            return new PooledText(Arrays.copyOfRange(bytes, from, to));
        }
        int home = ExpositionByteScanner.hashOf(bytes, from, to);
        for (int way = 0; way < WAYS; way++) {
            int position = (home + way) & (PLACES - 1);
            var pooledText = texts[position];
            if (pooledText == null) {
                return store(position, bytes, from, to);
            }
            if (Arrays.equals(pooledText.bytes, 0, pooledText.bytes.length, bytes, from, to)) {
                return pooledText;
            }
        }
        return store((home + (nextWay++ & (WAYS - 1))) & (PLACES - 1), bytes, from, to);
    }

    void clear() {
        Arrays.fill(texts, null);
    }

    private PooledText store(int position, byte[] bytes, int from, int to) {
        var text = new PooledText(Arrays.copyOfRange(bytes, from, to));
        texts[position] = text;
        return text;
    }
}
