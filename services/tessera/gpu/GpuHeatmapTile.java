package tessera.gpu;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tessera.model.PodSummary;
import tessera.model.reading.DeviceReadings;

/**
 * One physical GPU as the heatmap draws it. Which of a node's GPUs a pod was given is not known to the API server; where
 * no exporter tells it, tiles are filled in the order in which pods came.
 *
 * @param form   how the GPU is handed out
 * @param status whether it can be
 * @param index  the device's number on its node; −1 where it is not known which device this is
 * @param device what the exporter reported of it of late; null when that is nothing
 * @param parts  what it is handed out as, in drawing order; a whole GPU has one
 * @param annotationEntry  which board it is, where its node names its boards or some are not like the others
 */
public record GpuHeatmapTile(NodeGpuAllocationGroup.GpuAllocationKind form, GpuTileStatus status, int index,
        @Nullable DeviceReadings device, List<AllocatableGpuPart> parts,
        Optional<NodeAnnotationGpuEntry> annotationEntry) {

    public GpuHeatmapTile(NodeGpuAllocationGroup.GpuAllocationKind form, GpuTileStatus status, int index,
            @Nullable DeviceReadings device, List<AllocatableGpuPart> parts) {
        this(form, status, index, device, parts, Optional.empty());
    }

    /** The status of a GPU as to allocation. */
    public enum GpuTileStatus {
        USABLE,
        /** Counted by the kubelet, withheld from the scheduler. */
        UNHEALTHY,
        /** Offered, and a critical sign speaks against it. */
        FAULTY,
        /** Kept from claims by an administrator. */
        MAINTENANCE,
        /** In the machine, not advertised. */
        NOT_OFFERED,
        /** On a node that does not report. */
        UNKNOWN
    }

    /**
     * A piece of a GPU that one container can hold.
     *
     * @param name     e.g. {@code 3g.40gb}; empty for a whole GPU or a share
     * @param resource the extended resource that counts it
     * @param start    where it begins, 0 to 1 of the GPU
     * @param size     how much of the GPU it is, 0 to 1
     * @param instance the number of the MIG instance it is; {@link #NO_INSTANCE} where that is not known or it is none
     * @param holder   the pod that holds it; null where none is seen
     * @param claim    that has it although no pod is seen to hold it, with its namespace; empty elsewhere
     */
    public record AllocatableGpuPart(String name, String resource, double start, double size, int instance,
            @Nullable PodSummary holder, String claim) {

        /** In place of an instance's number. */
        public static final int NO_INSTANCE = -1;

        /** One that no claim has. */
        public AllocatableGpuPart(String name, String resource, double start, double size, int instance,
                @Nullable PodSummary holder) {
            this(name, resource, start, size, instance, holder, "");
        }

        public boolean isHeld() {
            return holder != null || !claim.isEmpty();
        }

        /** Returns the namespace of who has it; empty while nobody does. */
        public String namespace() {
            if (holder != null) {
                return holder.namespace();
            }
            return claim.substring(0, Math.max(0, claim.indexOf('/')));
        }

        /** Returns the same piece at another position. */
        AllocatableGpuPart movedTo(double place, double share) {
            return new AllocatableGpuPart(name, resource, place, share, instance, holder, claim);
        }

        AllocatableGpuPart withHolder(PodSummary pod) {
            return new AllocatableGpuPart(name, resource, start, size, instance, pod);
        }
    }

    public GpuHeatmapTile {
        parts = List.copyOf(parts);
    }

    GpuHeatmapTile withStatus(GpuTileStatus other) {
        return new GpuHeatmapTile(form, other, index, device, parts, annotationEntry);
    }

    public boolean isHeld() {
        return parts.stream().anyMatch(AllocatableGpuPart::isHeld);
    }
}
