package tessera.mig;

import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalInt;

/**
 * The fixed-function engines of an instance or a board.
 *
 * @param counts how many of each; one that is missing is not published
 */
public record GpuMediaEngines(Map<MediaEngineKind, Integer> counts) {

    /** A kind of engine. */
    public enum MediaEngineKind {
        COPY,
        DECODER,
        ENCODER,
        JPEG,
        OFA;

        /** Returns the name of the engine for use in a sentence. */
        public String label() {
            return switch (this) {
                case COPY -> "copy engines";
                case DECODER -> "video decoders";
                case ENCODER -> "video encoders";
                case JPEG -> "JPEG decoders";
                case OFA -> "optical flow engines";
            };
        }
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
