package tessera.insight;

import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import tessera.dra.DraDeviceInventory;
import tessera.dra.DraDeviceInventory.DeviceAvailabilityStatus;
import tessera.dra.DraDevicePool;
import tessera.mig.MigProfile;
import tessera.model.ResourceClaim;

/**
 * A pool of devices and the use of its devices.
 *
 * @param boards  each GPU of the pool; empty for devices of another kind, which are only counted
 * @param total   GPUs, each once however it is divided; devices in a pool of another kind
 * @param used    of these: held by claims
 * @param free    of these: what a claim could have now
 * @param tainted of these: free, and kept from claims by a taint; whatever is left is kept from them otherwise
 */
public record DevicePoolSummary(DraDevicePool pool, List<PoolGpuAllocation> boards, long total, long used, long free,
        long tainted) {

    private static final Comparator<DevicePoolSummary> GPUS_FIRST = Comparator
            .comparing((DevicePoolSummary line) -> line.boards
                    .isEmpty())
            .thenComparing(line -> line.pool.name())
            .thenComparing(line -> line.pool.driver());

    public DevicePoolSummary {
        boards = List.copyOf(boards);
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
    public record PoolGpuAllocation(String name, PoolGpuUse use, boolean tainted, List<String> claims,
            List<GpuMemoryPartition> parts) {

        public PoolGpuAllocation {
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
    public static List<DevicePoolSummary> linesOf(DraDeviceInventory ledger, Set<String> leaked) {
        var devices = ledger.devices().stream().collect(Collectors.groupingBy(entry -> entry.pool().key()));
        var lost = ledger.unpublished().stream().collect(Collectors.groupingBy(device -> device.device().poolKey()));
        return ledger.pools().stream()
                .map(pool -> poolLine(new DraDeviceInventory(List.of(pool), devices.getOrDefault(pool.key(), List.of()),
                        lost.getOrDefault(pool.key(), List.of())), leaked))
                .sorted(GPUS_FIRST).toList();
    }

    private static DevicePoolSummary poolLine(DraDeviceInventory ledger, Set<String> leaked) {
        var boards = DraPublishedGpus.of(ledger).boards();
        var pool = ledger.pools().getFirst();
        if (boards.isEmpty()) {
            return new DevicePoolSummary(pool, List.of(), ledger.devices().size(),
                    countDevices(ledger, DeviceAvailabilityStatus.USED, DeviceAvailabilityStatus.SHARED),
                    countDevices(ledger, DeviceAvailabilityStatus.FREE),
                    countDevices(ledger, DeviceAvailabilityStatus.TAINTED));
        }
        var states = boards.stream().map(board -> boardState(board, leaked)).toList();
        return new DevicePoolSummary(pool, states, states.size(),
                boards.stream().filter(DraPublishedGpu::isHeld).count(),
                countBoards(states, PoolGpuUse.FREE), countBoards(states, PoolGpuUse.TAINTED));
    }

    private static long countDevices(DraDeviceInventory ledger, DeviceAvailabilityStatus... states) {
        var wanted = Set.of(states);
        return ledger.devices().stream().filter(entry -> wanted.contains(entry.state())).count();
    }

    private static long countBoards(List<PoolGpuAllocation> boards, PoolGpuUse use) {
        return boards.stream().filter(board -> board.use() == use).count();
    }

    private static PoolGpuAllocation boardState(DraPublishedGpu board, Set<String> leaked) {
        var claims = board.claims().stream().filter(claim -> claim.exclusiveDevices().findAny().isPresent())
                .map(ResourceClaim::key).sorted().toList();
        return new PoolGpuAllocation(board.name(), boardUse(board, claims, leaked), !board.taints().isEmpty(), claims,
                board.isWholeHeld() ? List.of() : parts(board));
    }

    private static List<GpuMemoryPartition> parts(DraPublishedGpu board) {
        var parts = board.parts();
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

    private static PoolGpuUse boardUse(DraPublishedGpu board, List<String> claims, Set<String> leaked) {
        if (!board.isHeld()) {
            var closed = board.taints().isEmpty() ? PoolGpuUse.WITHHELD : PoolGpuUse.TAINTED;
            return board.isWithheld() ? closed : PoolGpuUse.FREE;
        }
        if (leaked.containsAll(claims)) {
            return PoolGpuUse.LEAKED;
        }
        boolean several = board.claims().stream().anyMatch(claim -> claim.consumers().size() > 1);
        return switch (board.form()) {
            case MIG -> PoolGpuUse.PARTS;
            case SHARED -> PoolGpuUse.SHARED;
            default -> several ? PoolGpuUse.SHARED : PoolGpuUse.WHOLE;
        };
    }
}
