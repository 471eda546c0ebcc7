package tessera.cluster.decode;

import java.io.IOException;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;
import tessera.model.Resources;

/**
 * Values that many objects of a session have in common, each kept once: the thousand pods of a Deployment share their
 * labels, their requests and their owner. Like {@link Strings} it forgets, so what it holds is bounded.
 *
 * <p>Safe for use by several threads.
 */
public final class Shared {

    private static final int PLACES = 1 << 12;

    final Strings strings = new Strings();
    private final AtomicReferenceArray<Object> values = new AtomicReferenceArray<>(PLACES);
    private final AtomicReferenceArray<Map<String, String>> maps = new AtomicReferenceArray<>(PLACES);
    private final AtomicReferenceArray<Resources> resources = new AtomicReferenceArray<>(PLACES);
    private final AtomicReferenceArray<Instant> instants = new AtomicReferenceArray<>(PLACES);

    /** Any immutable value. */
    @SuppressWarnings("unchecked") // Equal values have the same class: all are records, lists of records or texts.
    <T> T of(T value) {
        int place = place(value.hashCode());
        var known = values.getPlain(place);
        if (value.equals(known)) {
            return (T) known;
        }
        values.setRelease(place, value);
        return value;
    }

    Map<String, String> of(LabelDraft labels) {
        if (labels.size() == 0) {
            return Map.of();
        }
        int place = place(labels.hash());
        var known = maps.getPlain(place);
        if (known != null && labels.sameAs(known)) {
            return known;
        }
        var map = labels.toMap();
        maps.setRelease(place, map);
        return map;
    }

    Resources of(Amounts amounts) {
        if (amounts.size() == 0) {
            return Resources.NONE;
        }
        int place = place(amounts.hash());
        var known = resources.getPlain(place);
        if (known != null && amounts.sameAs(known)) {
            return known;
        }
        var value = amounts.toResources();
        resources.setRelease(place, value);
        return value;
    }

    /** The moment a scanner stands before; null when there is none. */
    @Nullable
    Instant instant(JsonScanner json) throws IOException {
        if (!json.value()) {
            return null;
        }
        long seconds = json.plain() ? Times.seconds(json.bytes(), json.from(), json.to()) : Long.MIN_VALUE;
        if (seconds == Long.MIN_VALUE) {
            return Times.parse(json.spelled());
        }
        int place = place(Long.hashCode(seconds));
        var known = instants.getPlain(place);
        if (known != null && known.getEpochSecond() == seconds) {
            return known;
        }
        var instant = Instant.ofEpochSecond(seconds);
        instants.setRelease(place, instant);
        return instant;
    }

    private static int place(int hash) {
        return (hash ^ hash >>> 15) & (PLACES - 1);
    }
}
