package tessera.model;

import tessera.text.MessageCatalog;
import tessera.text.OptionalText;
import tessera.text.Reason;

/**
 * An object that could not be read, or not all of it: the server sent a value of another type than the API has there.
 *
 * @param kind      as the API calls it, e.g. {@code Pod}
 * @param namespace empty where it has none, or it is not known
 * @param name      empty where it is not known
 * @param reason    the first value that did not fit, e.g. {@code spec is not an object}, without a full stop
 */
public record UnreadableObject(String kind, String namespace, String name, Reason reason) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(UnreadableObject.class);

    /** The first objects of a list were read, and the others were not. */
    public record ListTruncated(String kind, String namespace, int read) implements Reason {}

    /** Returns the note of a list that goes on after those that were read. */
    public static UnreadableObject ofTruncatedList(String kind, String namespace, int read) {
        return new UnreadableObject(kind, namespace, "", new ListTruncated(kind, namespace, read));
    }

    /** Returns whether this is the unread rest of a list. */
    boolean isListRest() {
        return reason instanceof ListTruncated;
    }

    /** Returns the kind with the namespace and the name as far as they are known. */
    String key() {
        return kind + " " + path();
    }

    /** Returns a name with the namespace it is in, if any. */
    public static String path(String namespace, String name) {
        return OptionalText.suffixed(namespace, "/") + name;
    }

    private String path() {
        return path(namespace, name);
    }

    /** Returns where it is and why it could not be read. */
    String text() {
        return MESSAGES.text("unreadable.object", path(), reason);
    }
}
