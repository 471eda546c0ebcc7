package tessera.metrics.exposition;

/** Tells from the first bytes what a content is that is no exposition. */
final class ContentSniffer {

    /** So many bytes are enough. */
    static final int HEAD = 512;

    private static final int[] MARK = {0xEF, 0xBB, 0xBF};
    private static final int GZIP = 0x1F;

    private ContentSniffer() {}

    /** How many bytes a byte order mark takes. */
    static int mark(byte[] bytes, int filled) {
        for (int i = 0; i < MARK.length; i++) {
            if (i >= filled || (bytes[i] & 0xFF) != MARK[i]) {
                return 0;
            }
        }
        return MARK.length;
    }

    /** What it is if it cannot be an exposition; {@link ForeignContent#EXPOSITION} when it can. */
    static ForeignContent sniff(byte[] bytes, int from, int filled) {
        int at = afterSpace(bytes, from, filled);
        if (at == filled) {
            return filled < HEAD ? ForeignContent.EMPTY : ForeignContent.EXPOSITION;
        }
        return switch (bytes[at]) {
            case '<' -> ForeignContent.HTML;
            case '[' -> ForeignContent.JSON;
            case '{' -> object(bytes, at + 1, filled) ? ForeignContent.JSON : ForeignContent.EXPOSITION;
            case GZIP -> ForeignContent.BINARY;
            default -> ForeignContent.EXPOSITION;
        };
    }

    /** A name in quotes may begin a series as well; only an object has a colon behind it. */
    private static boolean object(byte[] bytes, int from, int filled) {
        int at = afterSpace(bytes, from, filled);
        if (at == filled || bytes[at] != '"') {
            return at < filled && bytes[at] == '}';
        }
        at++;
        while (at < filled && bytes[at] != '"') {
            at += bytes[at] == '\\' ? 2 : 1;
        }
        at = afterSpace(bytes, Math.min(at + 1, filled), filled);
        return at < filled && bytes[at] == ':';
    }

    private static int afterSpace(byte[] bytes, int from, int filled) {
        int at = from;
        while (at < filled && (ByteClasses.blank(bytes[at]) || bytes[at] == '\n' || bytes[at] == '\r')) {
            at++;
        }
        return at;
    }

    /** Whether there are bytes that no text has. */
    static boolean binary(byte[] bytes, int from, int filled) {
        for (int at = from; at < Math.min(filled, HEAD); at++) {
            if (bytes[at] >= 0 && bytes[at] < ' ' && bytes[at] != '\n' && bytes[at] != '\r' && bytes[at] != '\t') {
                return true;
            }
        }
        return false;
    }
}
