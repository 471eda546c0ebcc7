package tessera.cluster.decode;

import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** Reads the answer to a WATCH request, one event at a time, as they come. */
public final class WatchReader<T> {

    private static final Fields EVENT = Fields.of("type", "object");
    private static final Fields TYPES = Fields.of("ADDED", "MODIFIED", "DELETED", "BOOKMARK", "ERROR");
    private static final Fields STATUS = Fields.of("code", "reason", "message", "details");
    private static final Fields DETAILS = Fields.of("retryAfterSeconds");
    private static final int DELETED = 2;
    private static final int ERROR = 4;

    private final Projection<T> projection;
    private final JsonScanner json;

    public WatchReader(Projection<T> projection, InputStream stream) {
        this.projection = projection;
        json = new JsonScanner(stream);
    }

    /** What a watch tells. */
    public sealed interface Event<T> {

        /** An object is there, new or changed. */
        record Seen<T>(T facts, String version) implements Event<T> {}

        /** An object is gone; this is the last of it. */
        record Gone<T>(T facts, String version) implements Event<T> {}

        /** Nothing happened up to a version; or something without a name, which is nothing. */
        record Reached<T>(String version) implements Event<T> {}

        /**
         * The watch ends, for a reason.
         *
         * @param pause seconds for which the server wants to be left alone; 0 when it does not say
         */
        record Ended<T>(int code, String reason, String message, int pause) implements Event<T> {}
    }

    /**
     * Waits for the next event; null when the server ended the watch, as it does from time to time.
     *
     * @throws Garbled     when what comes is no event, or ends within one
     * @throws IOException when the connection breaks off
     */
    public @Nullable Event<T> next() throws IOException {
        if (json.exhausted()) {
            return null;
        }
        if (!json.object()) {
            throw new Garbled("an event that is no object");
        }
        int type = JsonScanner.OTHER;
        Event<T> event = null;
        for (int field = json.field(EVENT); field != JsonScanner.END; field = json.field(EVENT)) {
            switch (field) {
                case 0 -> type = json.choice(TYPES);
                case 1 -> event = event(type);
            }
        }
        if (event == null) {
            throw new Garbled("an event without an object");
        }
        return event;
    }

    /** Every server writes the type before the object. */
    private Event<T> event(int type) throws IOException {
        if (type == JsonScanner.OTHER) {
            throw new Garbled("an event of an unknown type");
        }
        if (type == ERROR) {
            return ended();
        }
        @Nullable
        T facts = projection.read(json);
        var version = projection.version();
        if (facts == null) {
            return new Event.Reached<>(version);
        }
        return type == DELETED ? new Event.Gone<>(facts, version) : new Event.Seen<>(facts, version);
    }

    private Event<T> ended() throws IOException {
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
        return new Event.Ended<>(code, reason, message, pause);
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
