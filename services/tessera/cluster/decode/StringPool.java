package tessera.cluster.decode;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A pool of recurring texts, each kept once. It forgets: a text that meets another in its place takes it, so the
 * memory it holds is bounded whatever is read, and sharing stays a saving on which nothing depends.
 *
 * <p>Safe for use by several threads: a thread that does not see what another has just kept makes its own.
 */
final class StringPool {

    private static final int PLACES = 1 << 15;
    /** Longer ones hardly come again, and would make the bound a large one. */
    private static final int LONGEST = 1 << 10;

    private final @Nullable String[] texts = new String[PLACES];

    /** Returns the text of some ASCII bytes with their fingerprint. */
    String intern(byte[] bytes, int from, int to, long print) {
        if (from == to) {
            return "";
        }
        if (to - from > LONGEST) {
            return new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
        }
        int position = (int) print & (PLACES - 1);
        var known = texts[position];
        if (known != null && isSameText(known, bytes, from, to)) {
            return known;
        }
        var text = new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
        texts[position] = text;
        return text;
    }

    /** Returns a pooled text that is not plain ASCII. */
    String intern(String text) {
        if (text.length() > LONGEST) {
            return text;
        }
        int hash = text.hashCode();
        int position = (hash ^ hash >>> 16) & (PLACES - 1);
        var known = texts[position];
        if (known != null && text.equals(known)) {
            return known;
        }
        texts[position] = text;
        return text;
    }

    private static boolean isSameText(String text, byte[] bytes, int from, int to) {
        if (text.length() != to - from) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) != bytes[from + i]) {
                return false;
            }
        }
        return true;
    }
}
