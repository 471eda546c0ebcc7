package tessera.cluster.decode;

import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tessera.model.UnreadObject;

/** Reads the answer to a WATCH request, one event at a time, as they come. */
public final class WatchReader<T> {

    private static final FieldTable EVENT = FieldTable.of("type", "object");
    private static final FieldTable TYPES = FieldTable.of("ADDED", "MODIFIED", "DELETED", "BOOKMARK", "ERROR");
    private static final FieldTable STATUS = FieldTable.of("code", "reason", "message", "details");
    private static final FieldTable DETAILS = FieldTable.of("retryAfterSeconds");
    private static final int DELETED = 2;
    private static final int BOOKMARK = 3;
    private static final int ERROR = 4;

    private final ObjectProjection<T> projection;
    private final JsonScanner json;

    public WatchReader(ObjectProjection<T> projection, InputStream stream) {
        this.projection = projection;
        json = new JsonScanner(stream);
    }

    /** What a watch tells. */
    public sealed interface WatchEvent<T> {

        /** An object is there, new or changed. */
        record ObjectSeen<T>(T facts, String version, Optional<UnreadObject> unread) implements WatchEvent<T> {}

        /** An object is gone; this is the last of it. */
        record ObjectDeleted<T>(T facts, String version) implements WatchEvent<T> {}

        /** Something happened to an object that does not say its name. */
        record NamelessSeen<T>(UnreadObject unread, String version) implements WatchEvent<T> {}

        /** Nothing happened up to a version. */
        record BookmarkReached<T>(String version) implements WatchEvent<T> {}

        /**
         * The watch ends, for a reason.
         *
         * @param pause seconds for which the server wants to be left alone; 0 when it does not say
         */
        record WatchEnded<T>(int code, String reason, String message, int pause) implements WatchEvent<T> {}
    }

    /**
     * Waits for the next event; null when the server ended the watch, as it does from time to time.
     *
     * @throws MalformedJsonException     when what comes is no event, or ends within one
     * @throws IOException when the connection breaks off
     */
    public @Nullable WatchEvent<T> next() throws IOException {
        if (json.exhausted()) {
            return null;
        }
        if (!json.object()) {
            throw new MalformedJsonException("an event that is no object");
        }
        int type = JsonScanner.OTHER;
        WatchEvent<T> event = null;
        for (int field = json.field(EVENT); field != JsonScanner.END; field = json.field(EVENT)) {
            switch (field) {
                case 0 -> type = json.choice(TYPES);
                case 1 -> event = event(type);
            }
        }
        if (event == null) {
            throw new MalformedJsonException("an event without an object");
        }
        return event;
    }

    /** Every server writes the type before the object. */
    private WatchEvent<T> event(int type) throws IOException {
        if (type == JsonScanner.OTHER) {
            throw new MalformedJsonException("an event of an unknown type");
        }
        if (type == ERROR) {
            return ended();
        }
        @Nullable
        T facts = projection.readNoting(json);
        var version = projection.metadata().version;
        var unread = projection.unread(json);
        if (type == BOOKMARK) {
            return new WatchEvent.BookmarkReached<>(version);
        }
        if (facts == null) {
            return new WatchEvent.NamelessSeen<>(unread.orElseThrow(), version);
        }
        return type == DELETED ? new WatchEvent.ObjectDeleted<>(facts, version)
                : new WatchEvent.ObjectSeen<>(facts, version, unread);
    }

    private WatchEvent<T> ended() throws IOException {
        int code = 0;
        int pause = 0;
        var reason = "";
        var message = "";
        if (json.object()) {
            for (int field = json.field(STATUS); field != JsonScanner.END; field = json.field(STATUS)) {
                switch (field) {
                    case 0 -> code = json.number();
                    case 1 -> reason = json.text();
                    case 2 -> message = json.text();
                    case 3 -> pause = pause();
                }
            }
        }
        return new WatchEvent.WatchEnded<>(code, reason, message, pause);
    }

    private int pause() throws IOException {
        int seconds = 0;
        if (json.object()) {
            for (int field = json.field(DETAILS); field != JsonScanner.END; field = json.field(DETAILS)) {
                if (field == 0) {
                    seconds = json.number();
                }
            }
        }
        return seconds;
    }
}
