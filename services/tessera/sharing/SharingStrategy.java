package tessera.sharing;

import java.util.Arrays;
import java.util.Optional;

/** By which means several containers use one GPU. */
public enum SharingStrategy {
    /** Not at all. */
    NONE("none", "not shared"),
    /** In turns; nothing keeps them from each other's memory or faults. */
    TIME_SLICING("time-slicing", "time-slicing"),
    /** At once, by NVIDIA's Multi-Process Service, each with an equal part of memory and cores. */
    MPS("mps", "MPS");

    private final String label;
    private final String words;

    SharingStrategy(String label, String words) {
        this.label = label;
        this.words = words;
    }

    /** As the label {@code nvidia.com/gpu.sharing-strategy} and the command line say it. */
    public String label() {
        return label;
    }

    /** As people are told of it. */
    public String words() {
        return words;
    }

    /** What a label or a user says; empty for what is none of them. */
    public static Optional<SharingStrategy> of(String label) {
        return Arrays.stream(values()).filter(means -> means.label.equals(label)).findFirst();
    }
}
