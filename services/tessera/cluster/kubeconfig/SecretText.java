package tessera.cluster.kubeconfig;

import java.util.regex.Pattern;

/** A text that must not be seen: it prints as nothing, so that it cannot reach a log by accident. */
public final class SecretText {

    private static final String HIDDEN = "(hidden)";
    /** Of so many letters no word is by chance. */
    private static final int LONG = 8;

    private final String text;

    public SecretText(String text) {
        this.text = text;
    }

    /** The text, for the one place that must send it. */
    public String reveal() {
        return text;
    }

    /**
     * The same words without this text, which somebody may quote who was asked with it. A short one is hidden only where it stands alone,
     * as it may be a part of many words.
     */
    public String hiddenIn(String words) {
        if (text.isEmpty()) {
            return words;
        }
        return text.length() >= LONG ? words.replace(text, HIDDEN)
                : words.replaceAll("(?<!\\w)" + Pattern.quote(text) + "(?!\\w)", HIDDEN);
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
