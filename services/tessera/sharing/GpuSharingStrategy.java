package tessera.sharing;

import java.util.Arrays;
import java.util.Optional;
import tessera.text.Reason;

/** The means by which several containers share a GPU. */
public enum GpuSharingStrategy implements Reason {
    /** Not at all. */
    NONE("none"),
    /** In turns; nothing keeps them from each other's memory or faults. */
    TIME_SLICING("time-slicing"),
    /** At once, by NVIDIA's Multi-Process Service, each with an equal part of memory and cores. */
    MPS("mps");

    private final String label;

    GpuSharingStrategy(String label) {
        this.label = label;
    }

    /** Returns the value of the label {@code nvidia.com/gpu.sharing-strategy}, which the command line uses as well. */
    public String label() {
        return label;
    }

    /** Returns the name for people. */
    public String displayName() {
        return text();
    }

    /** Returns the strategy of a label or of user input; empty for an unknown one. */
    public static Optional<GpuSharingStrategy> fromLabel(String label) {
        return Arrays.stream(values()).filter(means -> means.label.equals(label)).findFirst();
    }
}
