package tessera.cluster.decode;

import java.io.IOException;
import java.io.InputStream;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tessera.cluster.decode.DecodeReason.JsonFault;
import tessera.model.UnreadableObject;

/** Reads the answers to LIST requests, and hands out each object as soon as it is read. */
public final class ListResponseReader<T> {

    private static final JsonFieldNameTable LIST = JsonFieldNameTable.of("metadata", "items");
    private static final JsonFieldNameTable METADATA = JsonFieldNameTable.of("resourceVersion", "continue",
            "remainingItemCount");

    private final KubernetesObjectDecoder<T> decoder;

    public ListResponseReader(KubernetesObjectDecoder<T> decoder) {
        this.decoder = decoder;
    }

    /** Takes objects as they are read, and may take its time. Returns whether to read on. */
    @FunctionalInterface
    public interface ItemConsumer<T> {
        boolean take(T object) throws InterruptedException;
    }

    /**
     * The list metadata of a page.
     *
     * @param resourceVersion   the moment the list shows
     * @param continueToken      what to ask for the next page with; empty on the last
     * @param remaining objects on later pages; −1 when the server does not say
     */
    public record ListPageMetadata(String resourceVersion, String continueToken, long remaining) {}

    /**
     * Reads one page to its end, or as far as its objects are taken.
     *
     * @param unread takes what could not be read of objects, or not wholly
     * @throws MalformedJsonException     when it is not a list, or ends too early
     * @throws IOException when the connection breaks off
     */
    public ListPageMetadata read(InputStream stream, ItemConsumer<T> taker, Consumer<UnreadableObject> unread)
            throws IOException, InterruptedException {
        var json = new JsonScanner(stream);
        var head = new ListPageMetadata("", "", -1);
        boolean listed = false;
        if (!json.enterObject()) {
            throw new MalformedJsonException(JsonFault.NOT_OBJECT);
        }
        for (int field = json.nextField(LIST); field != JsonScanner.END; field = json.nextField(LIST)) {
            switch (field) {
                case 0 -> head = readMetadata(json);
                case 1 -> {
                    listed = true;
                    if (!items(json, taker, unread)) {
                        return head;
                    }
                }
            }
            var misfit = json.misfit();
            if (misfit != null) {
                throw new MalformedJsonException(misfit);
            }
        }
        if (!json.isExhausted()) {
            throw new MalformedJsonException(JsonFault.TRAILING_DATA);
        }
        if (!listed) {
            throw new MalformedJsonException(JsonFault.NOT_LIST);
        }
        return head;
    }

    private ListPageMetadata readMetadata(JsonScanner json) throws IOException {
        var version = "";
        var more = "";
        long remaining = -1;
        if (!json.enterObject()) {
            return new ListPageMetadata("", "", -1);
        }
        for (int field = json.nextField(METADATA); field != JsonScanner.END; field = json.nextField(METADATA)) {
            switch (field) {
                case 0 -> version = json.readText();
                case 1 -> more = json.readText();
                case 2 -> remaining = json.readNumber();
            }
        }
        return new ListPageMetadata(version, more, remaining);
    }

    /** Returns whether all were taken. */
    private boolean items(JsonScanner json, ItemConsumer<T> taker, Consumer<UnreadableObject> unread)
            throws IOException, InterruptedException {
        if (!json.enterArray()) {
            return true;
        }
        while (json.nextElement()) {
            @Nullable
            T facts = decoder.readNoting(json);
            decoder.unread(json).ifPresent(unread);
            if (facts != null && !taker.take(facts)) {
                return false;
            }
        }
        json.begin();
        return true;
    }
}
