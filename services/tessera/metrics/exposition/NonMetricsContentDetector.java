package tessera.metrics.exposition;

/** Detects from the first bytes a content that is no exposition. */
final class NonMetricsContentDetector {

    /** So many bytes are enough. */
    static final int HEAD = 512;

    private static final int[] MARK = {0xEF, 0xBB, 0xBF};
    private static final int GZIP = 0x1F;

    private NonMetricsContentDetector() {}

    /** Returns the length of a byte order mark. */
    static int byteOrderMarkLength(byte[] bytes, int filled) {
        for (int i = 0; i < MARK.length; i++) {
            if (i >= filled || (bytes[i] & 0xFF) != MARK[i]) {
                return 0;
            }
        }
        return MARK.length;
    }

    /** Returns the kind of foreign content; {@link NonMetricsResponseKind#EXPOSITION} when it can be an exposition. */
    static NonMetricsResponseKind sniff(byte[] bytes, int from, int filled) {
        int at = skipSpace(bytes, from, filled);
        if (at == filled) {
            return filled < HEAD ? NonMetricsResponseKind.EMPTY : NonMetricsResponseKind.EXPOSITION;
        }
        return switch (bytes[at]) {
            case '<' -> NonMetricsResponseKind.HTML;
            case '[' -> NonMetricsResponseKind.JSON;
            case '{' ->
                startsAsObject(bytes, at + 1, filled) ? NonMetricsResponseKind.JSON : NonMetricsResponseKind.EXPOSITION;
            case GZIP -> NonMetricsResponseKind.BINARY;
            default -> NonMetricsResponseKind.EXPOSITION;
        };
    }

    /** Returns whether it begins as a JSON object: a quoted name may begin a series too, but has no colon behind it. */
    private static boolean startsAsObject(byte[] bytes, int from, int filled) {
        int at = skipSpace(bytes, from, filled);
        if (at == filled || bytes[at] != '"') {
            return at < filled && bytes[at] == '}';
        }
        at++;
        while (at < filled && bytes[at] != '"') {
            at += bytes[at] == '\\' ? 2 : 1;
        }
        at = skipSpace(bytes, Math.min(at + 1, filled), filled);
        return at < filled && bytes[at] == ':';
    }

    private static int skipSpace(byte[] bytes, int from, int filled) {
        int at = from;
        while (at < filled && (ExpositionByteScanner.isBlank(bytes[at]) || bytes[at] == '\n' || bytes[at] == '\r')) {
            at++;
        }
        return at;
    }

    /** Returns whether there are bytes that do not occur in text. */
    static boolean isBinary(byte[] bytes, int from, int filled) {
        for (int at = from; at < Math.min(filled, HEAD); at++) {
            if (bytes[at] >= 0 && bytes[at] < ' ' && bytes[at] != '\n' && bytes[at] != '\r' && bytes[at] != '\t') {
                return true;
            }
        }
        return false;
    }
}
