package tessera.cluster.http;

/** What a server quotes before it says what is wrong with it: of a patch that does not fit, the whole object. */
final class QuotedObjects {

    private static final int LONGEST = 300;

    private QuotedObjects() {}

    /** The same words without quotations that nobody reads. */
    static String shortened(String words) {
        if (words.length() <= LONGEST) {
            return words;
        }
        var kept = new StringBuilder();
        int at = 0;
        while (at < words.length()) {
            int begin = words.indexOf('"', at);
            int end = begin < 0 ? -1 : end(words, begin + 1);
            if (end < 0) {
                return kept.append(words, at, words.length()).toString();
            }
            kept.append(words, at, begin).append(end - begin > LONGEST ? "\"…\"" : words.substring(begin, end + 1));
            at = end + 1;
        }
        return kept.toString();
    }

    /** Where a quotation ends; below zero where it does not. */
    private static int end(String words, int begin) {
        for (int at = begin; at < words.length(); at++) {
            if (words.charAt(at) == '\\') {
                at++;
            } else if (words.charAt(at) == '"') {
                return at;
            }
        }
        return -1;
    }
}
