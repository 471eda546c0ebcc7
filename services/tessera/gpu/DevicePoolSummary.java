package tessera.gpu;

import java.util.Comparator;
import java.util.List;
import java.util.Set;
import tessera.dra.DraDeviceInventory;
import tessera.dra.DraDeviceInventory.DeviceAvailabilityStatus;
import tessera.dra.DraDevicePool;
import tessera.mig.MigProfile;
import tessera.model.ResourceClaim;

/**
 * A pool of devices and the use of its devices.
 *
 * @param gpus  each GPU of the pool; empty for devices of another kind, which are only counted
 * @param total   GPUs, each once however it is divided; devices in a pool of another kind
 * @param used    of these: held by claims
 * @param free    of these: what a claim could have now
 * @param tainted of these: free, and kept from claims by a taint; whatever is left is kept from them otherwise
 */
public record DevicePoolSummary(DraDevicePool pool, List<DevicePoolGpu> gpus, long total, long used, long free,
        long tainted) {

    private static final Comparator<DevicePoolSummary> GPUS_FIRST = Comparator
            .comparing((DevicePoolSummary poolSummary) -> poolSummary.gpus.isEmpty())
            .thenComparing(poolSummary -> poolSummary.pool.name())
            .thenComparing(poolSummary -> poolSummary.pool.driver());

    public DevicePoolSummary {
        gpus = List.copyOf(gpus);
    }

    /** The use of a GPU of a pool. */
    public enum PoolGpuUse {
        WHOLE,
        PARTS,
        SHARED,
        /** Held by claims alone that no pod uses. */
        LEAKED,
        TAINTED,
        WITHHELD,
        FREE
    }

    /**
     * A GPU of a pool and its use.
     *
     * @param tainted whether a taint keeps claims from it, or from a part of it, held or not
     * @param claims  that hold it or parts of it, with their namespaces
     * @param parts   its partitions; empty where its driver does not tell where they lie
     */
    public record DevicePoolGpu(String name, PoolGpuUse use, boolean tainted, List<String> claims,
            List<GpuMemoryPartition> parts) {

        public DevicePoolGpu {
            claims = List.copyOf(claims);
            parts = List.copyOf(parts);
        }
    }

    /**
     * A partition of a GPU.
     *
     * @param start  where it begins, 0 to 1 of the GPU's memory
     * @param size   how much of that it is
     * @param claims that hold it, with their namespaces
     */
    public record GpuMemoryPartition(String name, double start, double size, List<String> claims) {

        public GpuMemoryPartition {
            claims = List.copyOf(claims);
        }
    }

    /** Whether some claim has devices of it. */
    public boolean holds(ResourceClaim claim) {
        return claim.devices().stream().anyMatch(device -> device.poolKey().equals(pool.key()));
    }

    /**
     * Returns the pools of a cluster, those of GPUs first.
     *
     * @param leaked claims that no pod uses, with their namespaces
     */
    public static List<DevicePoolSummary> linesOf(DraDeviceInventory inventory, Set<String> leaked) {
        return inventory.byPool().map(pool -> poolLine(pool, leaked)).sorted(GPUS_FIRST).toList();
    }

    private static DevicePoolSummary poolLine(DraDeviceInventory inventory, Set<String> leaked) {
        var boards = DraPublishedGpus.of(inventory).gpus();
        var pool = inventory.pools().getFirst();
        if (boards.isEmpty()) {
            return new DevicePoolSummary(pool, List.of(), inventory.devices().size(),
                    countDevices(inventory, DeviceAvailabilityStatus.USED, DeviceAvailabilityStatus.SHARED),
                    countDevices(inventory, DeviceAvailabilityStatus.FREE),
                    countDevices(inventory, DeviceAvailabilityStatus.TAINTED));
        }
        var states = boards.stream().map(gpu -> boardState(gpu, leaked)).toList();
        return new DevicePoolSummary(pool, states, states.size(),
                boards.stream().filter(DraPublishedGpu::isHeld).count(), countBoards(states, PoolGpuUse.FREE),
                countBoards(states, PoolGpuUse.TAINTED));
    }

    private static long countDevices(DraDeviceInventory inventory, DeviceAvailabilityStatus... states) {
        var wanted = Set.of(states);
        return inventory.devices().stream().filter(entry -> wanted.contains(entry.state())).count();
    }

    private static long countBoards(List<DevicePoolGpu> boards, PoolGpuUse use) {
        return boards.stream().filter(gpuAllocation -> gpuAllocation.use() == use).count();
    }

    private static DevicePoolGpu boardState(DraPublishedGpu gpu, Set<String> leaked) {
        var claims = gpu.claims().stream().filter(claim -> claim.exclusiveDevices().findAny().isPresent())
                .map(ResourceClaim::key).sorted().toList();
        return new DevicePoolGpu(gpu.name(), boardUse(gpu, claims, leaked), !gpu.taints().isEmpty(), claims,
                gpu.isWholeHeld() ? List.of() : parts(gpu));
    }

    private static List<GpuMemoryPartition> parts(DraPublishedGpu gpu) {
        var parts = gpu.parts();
        if (parts.stream().anyMatch(part -> DraPublishedGpu.memorySlices(part.device().device()).isEmpty())) {
            return List.of();
        }
        return parts.stream().map(part -> {
            var slices = DraPublishedGpu.memorySlices(part.device().device());
            return new GpuMemoryPartition(part.device().name(), (double) slices.first() / MigProfile.UNITS,
                    (double) slices.size() / MigProfile.UNITS,
                    part.claims().stream().map(ResourceClaim::key).sorted().toList());
        }).toList();
    }

    private static PoolGpuUse boardUse(DraPublishedGpu gpu, List<String> claims, Set<String> leaked) {
        if (!gpu.isHeld() && !gpu.isWithheld()) {
            return PoolGpuUse.FREE;
        }
        if (!gpu.isHeld()) {
            return gpu.taints().isEmpty() ? PoolGpuUse.WITHHELD : PoolGpuUse.TAINTED;
        }
        if (leaked.containsAll(claims)) {
            return PoolGpuUse.LEAKED;
        }
        boolean several = gpu.claims().stream().anyMatch(claim -> claim.consumers().size() > 1);
        return switch (gpu.form()) {
            case MIG -> PoolGpuUse.PARTS;
            case SHARED -> PoolGpuUse.SHARED;
            default -> several ? PoolGpuUse.SHARED : PoolGpuUse.WHOLE;
        };
    }
}
