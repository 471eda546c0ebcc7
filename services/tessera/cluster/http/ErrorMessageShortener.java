package tessera.cluster.http;

/** Shortener of error messages that quote a whole object, as for a patch that does not apply. */
final class ErrorMessageShortener {

    private static final int LONGEST = 300;

    private ErrorMessageShortener() {}

    /** Returns the message without long quotations. */
    static String shortenQuotes(String text) {
        if (text.length() <= LONGEST) {
            return text;
        }
        var kept = new StringBuilder();
        int at = 0;
        while (at < text.length()) {
            int begin = text.indexOf('"', at);
            int end = begin < 0 ? -1 : quoteEnd(text, begin + 1);
            if (end < 0) {
                return kept.append(text, at, text.length()).toString();
            }
            kept.append(text, at, begin).append(end - begin > LONGEST ? "\"…\"" : text.substring(begin, end + 1));
            at = end + 1;
        }
        return kept.toString();
    }

    /** Returns the index at which a quotation ends; negative where it does not end. */
    private static int quoteEnd(String text, int begin) {
        for (int at = begin; at < text.length(); at++) {
            if (text.charAt(at) == '\\') {
                at++;
            } else if (text.charAt(at) == '"') {
                return at;
            }
        }
        return -1;
    }
}
