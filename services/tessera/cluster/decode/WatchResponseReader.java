package tessera.cluster.decode;

import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tessera.cluster.decode.DecodeReason.JsonFault;
import tessera.model.UnreadableObject;

/** Reads the answer to a WATCH request, event by event, as they come. */
public final class WatchResponseReader<T> {

    private static final JsonFieldNameTable EVENT = JsonFieldNameTable.of("type", "object");
    private static final JsonFieldNameTable TYPES = JsonFieldNameTable.of("ADDED", "MODIFIED", "DELETED", "BOOKMARK",
            "ERROR");
    private static final JsonFieldNameTable STATUS = JsonFieldNameTable.of("code", "reason", "message", "details");
    private static final JsonFieldNameTable DETAILS = JsonFieldNameTable.of("retryAfterSeconds");
    private static final int DELETED = 2;
    private static final int BOOKMARK = 3;
    private static final int ERROR = 4;

    private final KubernetesObjectDecoder<T> decoder;
    private final JsonScanner json;

    public WatchResponseReader(KubernetesObjectDecoder<T> decoder, InputStream stream) {
        this.decoder = decoder;
        json = new JsonScanner(stream);
    }

    /** An event of a watch. */
    public sealed interface WatchEvent<T> {

        /** An object was added or modified. */
        record ObjectAddedOrModified<T>(T object, String version,
                Optional<UnreadableObject> unread) implements WatchEvent<T> {}

        /** An object was deleted, with its last state. */
        record ObjectDeleted<T>(T object, String version) implements WatchEvent<T> {}

        /** Something happened to an object that does not say its name. */
        record UnnamedWatchEvent<T>(UnreadableObject unread, String version) implements WatchEvent<T> {}

        /** Nothing happened up to a version. */
        record BookmarkEvent<T>(String version) implements WatchEvent<T> {}

        /**
         * The watch ended with an error status.
         *
         * @param retrySeconds seconds for which the server wants to be left alone; 0 when it does not say
         */
        record WatchErrorEvent<T>(int code, String reason, String message, int retrySeconds) implements WatchEvent<T> {}
    }

    /**
     * Waits for the next event; null when the server ended the watch, as it does from time to time.
     *
     * @throws MalformedJsonException     when what comes is no event, or ends within one
     * @throws IOException when the connection breaks off
     */
    public @Nullable WatchEvent<T> nextEvent() throws IOException {
        if (json.isExhausted()) {
            return null;
        }
        if (!json.enterObject()) {
            throw new MalformedJsonException(JsonFault.EVENT_NOT_OBJECT);
        }
        int type = JsonFieldNameTable.OTHER;
        WatchEvent<T> event = null;
        for (int field = json.nextField(EVENT); field != JsonScanner.END; field = json.nextField(EVENT)) {
            switch (field) {
                case 0 -> type = json.readChoice(TYPES);
                case 1 -> event = readEvent(type);
            }
        }
        if (event == null) {
            throw new MalformedJsonException(JsonFault.EVENT_WITHOUT_OBJECT);
        }
        return event;
    }

    /** Reads an event; every server writes the type before the object. */
    private WatchEvent<T> readEvent(int type) throws IOException {
        if (type == JsonFieldNameTable.OTHER) {
            throw new MalformedJsonException(JsonFault.EVENT_OF_UNKNOWN_TYPE);
        }
        if (type == ERROR) {
            return readError();
        }
        @Nullable
        T facts = decoder.readNoting(json);
        var version = decoder.metadata().version;
        var unread = decoder.unread(json);
        if (type == BOOKMARK) {
            return new WatchEvent.BookmarkEvent<>(version);
        }
        if (facts == null) {
            return new WatchEvent.UnnamedWatchEvent<>(unread.orElseThrow(), version);
        }
        if (type == DELETED) {
            return new WatchEvent.ObjectDeleted<>(facts, version);
        }
        return new WatchEvent.ObjectAddedOrModified<>(facts, version, unread);
    }

    private WatchEvent<T> readError() throws IOException {
        int code = 0;
        int pause = 0;
        var reason = "";
        var message = "";
        if (json.enterObject()) {
            for (int field = json.nextField(STATUS); field != JsonScanner.END; field = json.nextField(STATUS)) {
                switch (field) {
                    case 0 -> code = json.readNumber();
                    case 1 -> reason = json.readText();
                    case 2 -> message = json.readText();
                    case 3 -> pause = readRetryPause();
                }
            }
        }
        return new WatchEvent.WatchErrorEvent<>(code, reason, message, pause);
    }

    private int readRetryPause() throws IOException {
        int seconds = 0;
        if (json.enterObject()) {
            for (int field = json.nextField(DETAILS); field != JsonScanner.END; field = json.nextField(DETAILS)) {
                if (field == 0) {
                    seconds = json.readNumber();
                }
            }
        }
        return seconds;
    }
}
