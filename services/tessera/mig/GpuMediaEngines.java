package tessera.mig;

import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalInt;
import tessera.text.Reason;

/**
 * The fixed-function engines of an instance or a board.
 *
 * @param counts how many of each; one that is missing is not published
 */
public record GpuMediaEngines(Map<MediaEngineKind, Integer> counts) {

    /** A kind of engine. */
    public enum MediaEngineKind implements Reason {
        COPY,
        DECODER,
        ENCODER,
        JPEG,
        OFA
    }

    public GpuMediaEngines {
        var copy = new EnumMap<MediaEngineKind, Integer>(MediaEngineKind.class);
        copy.putAll(counts);
        counts = Map.copyOf(copy);
    }

    /** Returns the number of engines of a kind; empty when that is not published. */
    public OptionalInt countOf(MediaEngineKind kind) {
        var count = counts.get(kind);
        if (count == null) {
            return OptionalInt.empty();
        }
        return OptionalInt.of(count);
    }
}
