package tessera.demo.fleet.plan;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** One node of the fleet: what it is made of, how it is divided and how it is. */
public final class NodePlan {

    /** How a node is. */
    public enum State {
        /** All is well. */
        WELL,
        /** It no longer answers. */
        LOST,
        CORDONED,
        /** One of its GPUs is broken. */
        UNHEALTHY,
        /** Its GPUs are there, but not their driver. */
        DRIVERLESS
    }

    /** Kept by the node for itself. */
    private static final int RESERVED_CORES = 1;
    private static final int RESERVED_GIB = 4;
    /** Kept free for the pods of daemons. */
    private static final double DAEMON_CORES = 1;
    private static final double DAEMON_GIB = 2;

    private final Story.Machine machine;
    private final Hardware.Model model;
    private final List<Hardware.Part> parts;
    private final int number;
    private final Instant createdAt;
    private final Map<String, Integer> devices = new TreeMap<>();
    private double freeCores;
    private double freeGib;

    /** @param number position in the fleet, from 0; its address follows from it */
    NodePlan(Story.Machine machine, Hardware hardware, int number, Instant createdAt) {
        this.machine = machine;
        this.number = number;
        this.createdAt = createdAt;
        model = hardware.model(machine.model());
        parts = machine.layout().isEmpty() ? List.of() : hardware.layout(machine.layout());
        freeCores = model.cpu() - RESERVED_CORES - DAEMON_CORES;
        freeGib = model.memoryGi() - RESERVED_GIB - DAEMON_GIB;
        allocatable().forEach((name, amount) -> devices.put(name, amount.intValue()));
    }

    /** The devices it has, broken ones included. */
    public SortedMap<String, Long> capacity() {
        var capacity = new TreeMap<String, Long>();
        if (state() == State.DRIVERLESS || model.gpus() == 0) {
            return capacity;
        }
        switch (model.vendor()) {
            case "amd" -> capacity.put("amd.com/gpu", (long) model.gpus());
            case "habana" -> capacity.put("habana.ai/gaudi", (long) model.gpus());
            default -> addNvidia(capacity);
        }
        if (model.rdma()) {
            capacity.put("rdma/hca_shared_devices_a", 63L);
        }
        return capacity;
    }

    private void addNvidia(SortedMap<String, Long> capacity) {
        long whole = parts.isEmpty() ? model.gpus() : 0;
        for (var part : parts) {
            whole += part.instances().isEmpty() ? part.gpus() : 0;
            part.instances().forEach((profile, count) -> capacity.merge("nvidia.com/mig-" + profile,
                    (long) count * part.gpus(), Long::sum));
        }
        long offered = slices() > 0 ? whole * slices() : whole;
        capacity.put("nvidia.com/gpu", renamed() ? 0 : offered);
        if (renamed()) {
            capacity.put("nvidia.com/gpu.shared", offered);
        }
    }

    /** The devices the scheduler may give away. */
    public SortedMap<String, Long> allocatable() {
        var allocatable = capacity();
        if (state() == State.UNHEALTHY) {
            allocatable.computeIfPresent("nvidia.com/gpu", (_, count) -> count - 1);
        }
        return allocatable;
    }

    /** Gives the pods of this kind their room, if there is enough; other plans then see less of it. */
    boolean take(Line line) {
        boolean fits = fits(line);
        if (fits) {
            freeCores -= cores(line);
            freeGib -= gib(line);
            line.wants().forEach((name, count) -> devices.merge(name, -count, Integer::sum));
        }
        return fits;
    }

    boolean fits(Line line) {
        return cores(line) <= freeCores && gib(line) <= freeGib && line.wants().entrySet().stream()
                .allMatch(want -> want.getValue() <= free(want.getKey()));
    }

    int free(String device) {
        return devices.getOrDefault(device, 0);
    }

    /** Cores a pod of this kind asks for. */
    public static double cores(Line line) {
        return line.shape().cpu() * units(line);
    }

    /** Memory a pod of this kind asks for, in GiB. */
    public static double gib(Line line) {
        return line.shape().memory() * units(line);
    }

    private static int units(Line line) {
        return line.wants().values().stream().mapToInt(Integer::intValue).max().orElse(1);
    }

    public String name() {
        return machine.name();
    }

    public Hardware.Model model() {
        return model;
    }

    /** Its GPUs, by how they are divided; none unless MIG is on. */
    public List<Hardware.Part> parts() {
        return parts;
    }

    public int number() {
        return number;
    }

    public Instant createdAt() {
        return createdAt;
    }

    public State state() {
        return machine.state().isEmpty() ? State.WELL : State.valueOf(machine.state());
    }

    public String zone() {
        return machine.zone();
    }

    public String rack() {
        return machine.rack();
    }

    public String layout() {
        return machine.layout();
    }

    /** Into how many time slices each GPU is shared; 0 for none. */
    public int slices() {
        return machine.slices();
    }

    public boolean renamed() {
        return machine.renamed();
    }

    public String dedicated() {
        return machine.dedicated();
    }

    public boolean controlPlane() {
        return model.id().equals("cp");
    }

    public int allocatableCores() {
        return model.cpu() - RESERVED_CORES;
    }

    public int allocatableGib() {
        return model.memoryGi() - RESERVED_GIB;
    }
}
