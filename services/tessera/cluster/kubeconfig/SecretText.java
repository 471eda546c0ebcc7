package tessera.cluster.kubeconfig;

import java.util.regex.Pattern;

/** A secret that prints as a placeholder, so that it cannot reach a log by accident. */
public final class SecretText {

    private static final String HIDDEN = "(hidden)";
    /** Of so many letters no word is by chance. */
    private static final int LONG = 8;

    private final String text;

    public SecretText(String text) {
        this.text = text;
    }

    /** Returns the secret, for the one place that must send it. */
    public String reveal() {
        return text;
    }

    /**
     * Returns a text without this secret, which a server may quote. A short one is hidden only where it stands alone,
     * as it may be a part of many words.
     */
    public String redactFrom(String words) {
        if (text.isEmpty()) {
            return words;
        }
        if (text.length() >= LONG) {
            return words.replace(text, HIDDEN);
        }
        return standingAlone().matcher(words).replaceAll(HIDDEN);
    }

    /**
     * Returns the reply to a request without this secret. A short one may also be a word of the request, which a server
     * quotes for that and which is no secret.
     */
    public String redactFromReply(String reply, String request) {
        if (text.length() < LONG && standingAlone().matcher(request).find()) {
            return reply;
        }
        return redactFrom(reply);
    }

    private Pattern standingAlone() {
        return Pattern.compile("(?<!\\w)" + Pattern.quote(text) + "(?!\\w)");
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SecretText that && that.text.equals(text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    @Override
    public String toString() {
        return HIDDEN;
    }
}
