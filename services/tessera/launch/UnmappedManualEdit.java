package tessera.launch;

/**
 * A manual edit that no answer expresses.
 *
 * @param path where it stands in the object, e.g. {@code spec.hostNetwork}
 * @param line where it stands in the text; 0 for what was taken away
 */
public record UnmappedManualEdit(String path, int line) {

    @Override
    public String toString() {
        return line > 0 ? "%s (line %d)".formatted(path, line) : path + " (taken away)";
    }
}
