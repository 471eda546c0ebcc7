package tessera.insight;

import java.util.List;
import java.util.Optional;
import tessera.insight.AcceleratorCatalog.Product;
import tessera.insight.node.NodeFault;
import tessera.insight.node.OngoingChange;
import tessera.mig.MigProfile;
import tessera.model.NodeInfo;
import tessera.model.PodFacts;
import tessera.model.PodVisibility;
import tessera.model.ResourceUse;
import tessera.model.reading.NodeReadings;

/**
 * A node as an operator of GPUs sees it.
 *
 * @param info       the node and its pods
 * @param vendor     who makes its accelerators
 * @param product    what the market calls them
 * @param label      the product label's value, verbatim; empty when there is none
 * @param uses       the accelerator resources it advertises, or that pods on it hold
 * @param groups     its physical GPUs, by how they are handed out
 * @param driver     the driver's version; empty when no label tells
 * @param cuda       the newest CUDA the driver supports; empty when no label tells
 * @param parted     how its GPUs are divided, and by whom
 * @param holders    the pods that hold any of its accelerators
 * @param standing   what the above comes to
 * @param places     where drivers usually put MIG instances
 * @param boards     who tells how many GPUs there are, and which parts of them pods were given
 */
public record GpuNode(NodeInfo info, String vendor, Product product, String label, List<ResourceUse> uses,
        List<GpuGroup> groups, String driver, String cuda, BoardDivision parted, List<PodFacts> holders,
        NodeStatus standing, MigPlaces places, NodeBoards boards) {

    /** What an operator has to know first about a node. Ordered by urgency. */
    public enum State {
        /** The kubelet stopped reporting. */
        UNREACHABLE,
        /** The kubelet reports that it is not ready. */
        NOT_READY,
        /** A planned change takes GPUs away for a while. */
        CHANGING,
        /** The machine has GPUs and advertises none. */
        NOT_OFFERED,
        /** At least one device is withheld from the scheduler. */
        UNHEALTHY,
        /** A monitor reports a critical fault of the node. */
        FAULTY,
        /** Closed to new pods, by a cordon or by a controller that takes it down. */
        CORDONED,
        /** An administrator keeps new claims from a device of it, and nothing else is wrong. */
        MAINTENANCE,
        /** Nothing is known to be wrong. */
        READY
    }

    public GpuNode {
        uses = List.copyOf(uses);
        groups = List.copyOf(groups);
        holders = List.copyOf(holders);
    }

    public String name() {
        return info.name();
    }

    public State state() {
        return standing.state();
    }

    /** Whether it does not report: what it told last is no longer known to hold, and nothing new can start on it. */
    public boolean lost() {
        return state().compareTo(State.NOT_READY) <= 0;
    }

    public boolean cordoned() {
        return info.facts().unschedulable();
    }

    /** Whether it takes no new pods: it is cordoned, or a taint keeps them away while a controller takes it down. */
    public boolean closed() {
        return standing.closed();
    }

    /** Returns in a word how it is closed to new pods; empty while it is open. */
    public String closure() {
        if (cordoned()) {
            return "cordoned";
        }
        return closed() ? "closed" : "";
    }

    /** Whether a planned change takes GPUs of it away for a while: they are missing, and nothing is broken by that. */
    public boolean changing() {
        return OngoingChange.of(info.facts()).isPresent();
    }

    /** The faults that monitors report of it, the most urgent first. */
    public List<NodeFault> faults() {
        return standing.faults();
    }

    /**
     * Its GPUs, each counted once, with the state of the node taken into account.
     *
     * @param sight how much of the pods is seen: it decides what the figures are bounds of
     */
    public GpuTally tally(PodVisibility sight) {
        return sight == PodVisibility.ALL ? standing.tally() : standing.least();
    }

    /** How the number of its GPUs that pods hold stands to the truth. */
    public EstimateBound allocatedBound(PodVisibility sight) {
        return sight == PodVisibility.ALL && !claimsHidden() ? standing.bound(GpuTally::allocated)
                : EstimateBound.AT_LEAST;
    }

    /** How the number of its GPUs that are free stands to the truth. */
    public EstimateBound freeBound(PodVisibility sight) {
        return sight == PodVisibility.ALL && !claimsHidden()
                ? boards.gap().free().or(standing.bound(GpuTally::free))
                : EstimateBound.AT_MOST;
    }

    /** How the number of its GPUs out of service stands to the truth. */
    EstimateBound outOfServiceBound(PodVisibility sight) {
        if (sight == PodVisibility.ALL) {
            return boards.gap().outOfService().or(standing.bound(GpuTally::outOfService));
        }
        return outOfServiceAtMost() ? EstimateBound.AT_MOST : EstimateBound.EXACT;
    }

    /** Whether its GPUs out of service may be fewer, because pods that are not seen may hold some of them. */
    private boolean outOfServiceAtMost() {
        return standing.least().cordoned() > 0
                || groups.stream()
                        .anyMatch(group -> group.form() == GpuGroup.GroupForm.MIG && group.unhealthyUnits() > 0);
    }

    /**
     * How many devices are counted and not handed out, though nobody closed them on purpose: of a board that is cut into
     * shares, the board once.
     */
    public long withheld() {
        return standing.withheld();
    }

    /** Returns how many units of a resource are not handed out, and in a word why; empty where all are. */
    public String withheldText(ResourceUse use) {
        if (use.unhealthy() == 0) {
            return "";
        }
        var sick = standing.closedDevices() == 0 ? "unhealthy" : "withheld";
        return use.unhealthy() + " " + (withheld() == 0 ? "in maintenance" : sick);
    }

    /** The boards that a GPU-sharing scheduler registers as unhealthy, by their UUIDs. */
    public List<String> registeredUnhealthy() {
        return boards.register().boards().stream().filter(board -> !board.healthy()).map(RegisteredBoard::id).toList();
    }

    /** Whether it offers a resource of whose cards a GPU-sharing scheduler keeps account. */
    boolean registers(String resource) {
        return !boards.register().boards().isEmpty() && info.use(resource).capacity() > 0
                && uses.stream().anyMatch(use -> use.resource().equals(resource));
    }

    /** Whole GPUs that a single pod could be given here now. */
    public long freeBlock() {
        if (closed() || changing() || state().compareTo(State.NOT_OFFERED) <= 0) {
            return 0;
        }
        long most = 0;
        for (var group : groups) {
            if (group.form() == GpuGroup.GroupForm.WHOLE) {
                most = Math.max(most, Math.min(group.count(), group.freeUnits()));
            }
        }
        return most;
    }

    /** The same node with what its exporter tells of where the parts of its divided GPUs lie; itself if that is nothing. */
    GpuNode told(NodeReadings readings) {
        var divided = groups.stream().filter(GpuGroup::divided).toList();
        long touched = divided.size() == 1 ? GpuTiles.touched(this, readings) : -1;
        if (touched < 0) {
            return this;
        }
        var exact = groups.stream().map(group -> group.divided() ? group.lyingOn(touched) : group).toList();
        return new GpuNode(info, vendor, product, label, uses, exact, driver, cuda, parted, holders,
                NodeStatus.of(info, exact, uses, claimed()), places, boards);
    }

    /** The same node cut as the configuration says that its MIG manager applied, if that is what it advertises. */
    GpuNode configured(MigSetup setup) {
        return new GpuNode(info, vendor, product, label, uses, groups, driver, cuda, parted, holders, standing, places,
                boards.cut(ConfiguredCuts.of(this, setup.config(), setup.source())));
    }

    /** {@code mixed} or {@code single} where a MIG strategy is in force; empty otherwise. */
    public String migMode() {
        return parted.migMode();
    }

    /** By what GPUs are shared or partitioned, e.g. {@code time-slicing}, {@code hami}; empty where they are not. */
    public String sharing() {
        return parted.sharing();
    }

    /** How many shares each GPU has; 1 where they are not shared. */
    public int replicas() {
        return parted.replicas();
    }

    /** The instances as which all GPUs are offered by the name of whole ones; empty where they are not. */
    Optional<MigProfile> instances() {
        return BoardFamily.instances(info.facts(), label);
    }

    /** How many GPUs it has, and who says so. */
    public BoardCount boardCount() {
        return boards.count();
    }

    /** How the number of its GPUs stands to the truth. */
    public EstimateBound totalBound() {
        return boards.bound();
    }

    /** What it advertises beyond the GPUs that it has: whoever asks for it gets none. */
    public List<ResourceUse> excess() {
        return uses.stream().filter(use -> use.allocatable() > 0 && !grouped(use)).toList();
    }

    /** Whether some of its GPUs are handed out by a resource. */
    boolean grouped(ResourceUse use) {
        return groups.stream().flatMap(group -> group.uses().stream())
                .anyMatch(each -> each.resource().equals(use.resource()));
    }

    /**
     * Returns how much of each resource it has, by model: boards that a device plugin and claims both hand out count once.
     *
     * @param sight how much of the pods is seen
     */
    public List<GpuAmount> amounts(PodVisibility sight) {
        return GpuAmount.of(this, sight);
    }

    /** What the GPUs are that a resource hands out. */
    public Product product(String resource) {
        return groups.stream().filter(group -> group.uses().stream().anyMatch(use -> use.resource().equals(resource)))
                .map(group -> group.origin().product()).findFirst().orElse(product);
    }

    /** What a pod holds of its GPUs, in whole ones, as a GPU-sharing scheduler noted it; 0 where none did. */
    public double noted(PodFacts pod) {
        return boards.shares().of(pod);
    }

    /** The pods that share the GPU which a pod only reserves for them; empty for a pod that does not. */
    public List<PodFacts> reservedFor(PodFacts pod) {
        return boards.shares().reserved().getOrDefault(pod.key(), List.of()).stream().map(BoardShare::pod).toList();
    }

    /** How its GPUs are divided, in a few words, e.g. {@code MIG mixed} or {@code time-slice × 4}. */
    public String division() {
        if (!byClaims()) {
            return parted.words(groups);
        }
        return groups.isEmpty() ? "by claims" : ClaimedGroups.division(groups);
    }

    /** Whether its GPUs are handed out by claims alone. */
    public boolean byClaims() {
        return ClaimedGpus.on(info);
    }

    /** Whether its GPUs are handed out by claims, and how many there are may not be read. */
    public boolean uncounted() {
        return groups.isEmpty() && byClaims();
    }

    /** Whether claims hand out its GPUs, or did, and no driver publishes any of them now. */
    public boolean unpublished() {
        return info.devices().slicesKnown() && claimed().isEmpty() && uses.stream().allMatch(use -> use.capacity() == 0)
                && (!claimed().lost().isEmpty() || ClaimedGpus.labelled(info.facts()));
    }

    /** The boards that drivers of dynamic resource allocation publish; a device plugin may offer the same. */
    public SliceBoards claimed() {
        return boards.claimed();
    }

    /** Whether a device plugin offers boards that claims hand out as well. */
    public boolean offeredTwice() {
        return !claimed().isEmpty() && !byClaims();
    }

    /** Returns how much is seen of who holds its GPUs, where so much of the pods is seen. */
    public PodVisibility sight(PodVisibility pods) {
        return pods == PodVisibility.ALL && claimsHidden() ? PodVisibility.SOME : pods;
    }

    /** Whether it is not known which of its boards claims hold. */
    public boolean claimsHidden() {
        return !claimed().isEmpty() && !info.devices().claimsKnown();
    }
}
