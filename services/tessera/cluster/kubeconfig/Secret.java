package tessera.cluster.kubeconfig;

/** A text that must not be seen: it prints as nothing, so that it cannot reach a log by accident. */
public final class Secret {

    private final String text;

    public Secret(String text) {
        this.text = text;
    }

    /** The text, for the one place that must send it. */
    public String reveal() {
        return text;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Secret that && that.text.equals(text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    @Override
    public String toString() {
        return "(hidden)";
    }
}
