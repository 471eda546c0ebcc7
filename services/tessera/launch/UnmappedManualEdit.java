package tessera.launch;

import tessera.text.MessageCatalog;

/**
 * A manual edit that no answer expresses.
 *
 * @param path where it stands in the object, e.g. {@code spec.hostNetwork}
 * @param line where it stands in the text; 0 for what was taken away
 */
public record UnmappedManualEdit(String path, int line) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(UnmappedManualEdit.class);
    @Override
    public String toString() {
        return line > 0 ? MESSAGES.text("edit.place", path, line) : MESSAGES.text("edit.removed", path);
    }
}
