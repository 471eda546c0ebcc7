package tessera.cluster.decode;

import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** Reads the answers to LIST requests, handing out each object as soon as it is read. */
public final class ListReader<T> {

    private static final FieldTable LIST = FieldTable.of("metadata", "items");
    private static final FieldTable METADATA = FieldTable.of("resourceVersion", "continue", "remainingItemCount");

    private final ObjectProjection<T> projection;

    public ListReader(ObjectProjection<T> projection) {
        this.projection = projection;
    }

    /** Takes objects as they are read, and may take its time. */
    @FunctionalInterface
    public interface ItemConsumer<T> {
        void take(T object) throws InterruptedException;
    }

    /**
     * What a page says besides its objects.
     *
     * @param version   the moment the list shows
     * @param more      what to ask for the next page with; empty on the last
     * @param remaining objects on later pages; −1 when the server does not say
     * @param nameless  objects that were left out because they have no name
     */
    public record PageMetadata(String version, String more, long remaining, int nameless) {}

    /**
     * Reads one page to its end.
     *
     * @throws MalformedJsonException     when it is not a list, or ends too early
     * @throws IOException when the connection breaks off
     */
    public PageMetadata read(InputStream stream, ItemConsumer<T> taker) throws IOException, InterruptedException {
        var json = new JsonScanner(stream);
        var head = new PageMetadata("", "", -1, 0);
        boolean listed = false;
        int nameless = 0;
        if (!json.object()) {
            throw new MalformedJsonException("the answer is no object");
        }
        for (int field = json.field(LIST); field != JsonScanner.END; field = json.field(LIST)) {
            switch (field) {
                case 0 -> head = head(json);
                case 1 -> {
                    listed = true;
                    nameless = items(json, taker);
                }
            }
        }
        if (!json.exhausted()) {
            throw new MalformedJsonException("more than one answer");
        }
        if (!listed) {
            throw new MalformedJsonException("the answer is no list");
        }
        return new PageMetadata(head.version(), head.more(), head.remaining(), nameless);
    }

    private PageMetadata head(JsonScanner json) throws IOException {
        var version = "";
        var more = "";
        long remaining = -1;
        if (!json.object()) {
            return new PageMetadata("", "", -1, 0);
        }
        for (int field = json.field(METADATA); field != JsonScanner.END; field = json.field(METADATA)) {
            switch (field) {
                case 0 -> version = json.text();
                case 1 -> more = json.text();
                case 2 -> remaining = json.number();
            }
        }
        return new PageMetadata(version, more, remaining, 0);
    }

    private int items(JsonScanner json, ItemConsumer<T> taker) throws IOException, InterruptedException {
        int nameless = 0;
        if (!json.array()) {
            return 0;
        }
        while (json.element()) {
            @Nullable
            T facts = projection.read(json);
            if (facts == null) {
                nameless++;
            } else {
                taker.take(facts);
            }
        }
        return nameless;
    }
}
