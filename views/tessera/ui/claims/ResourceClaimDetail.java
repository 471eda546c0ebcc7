package tessera.ui.claims;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.dra.DraClusterState;
import tessera.dra.NodeDeviceAvailability;
import tessera.gpu.DevicePoolSummary;
import tessera.gpu.ResourceClaimStatus;
import tessera.gpu.ResourceClaimSummary;
import tessera.model.ClusterSnapshot;
import tessera.model.DeviceSubRequest;
import tessera.model.ObjectRef;
import tessera.scheduling.SchedulingRemedy;
import tessera.scheduling.UnusedResourceClaimRemedyFactory;
import tessera.ui.claims.ResourceClaimsScreenState.ClaimsSidePaneRow;
import tessera.ui.kit.GroupedNumberFormatter;
import tessera.ui.kit.StatusGlyph;

/**
 * Details of one claim beside the table: status and the nodes considered.
 *
 * @param attempts the nodes that were tried for each of its requests; empty once it has devices
 * @param pools those in which it has devices; while it waits, those of the nodes that are nearest to what it asks for
 * @param remedies what would help with it, whoever uses it
 */
record ResourceClaimDetail(ResourceClaimSummary claimSummary, List<RequestCandidateNodes> attempts,
        List<DevicePoolSummary> pools,
        List<SchedulingRemedy> remedies) {

    private static final int NODES = 12;
    private static final int DRAWN = 4;
    private static final int NEAREST = 2;

    ResourceClaimDetail {
        attempts = List.copyOf(attempts);
        pools = List.copyOf(pools);
        remedies = List.copyOf(remedies);
    }

    /**
     * Nodes considered for a request, or for one of its alternatives.
     *
     * @param request what was asked for
     * @param nodes   each with what it has of that
     */
    record RequestCandidateNodes(String request, List<ClaimsSidePaneRow> nodes) {

        RequestCandidateNodes {
            nodes = List.copyOf(nodes);
        }
    }

    /** @param pools all that may be drawn */
    static ResourceClaimDetail of(ResourceClaimSummary claimSummary, ClusterSnapshot clusterSnapshot,
            List<DevicePoolSummary> pools) {
        if (claimSummary.status() != ResourceClaimStatus.PENDING) {
            return new ResourceClaimDetail(claimSummary, List.of(),
                    pools.stream().filter(pool -> pool.holds(claimSummary.claim())).limit(DRAWN).toList(),
                    claimSummary.status() == ResourceClaimStatus.LEAKED
                            ? List.of(UnusedResourceClaimRemedyFactory.suggestDeletion(claimSummary,
                                    clusterSnapshot.devices().version()))
                            : List.of());
        }
        var devices = DraClusterState.fromSnapshot(clusterSnapshot);
        var options = claimSummary.claim().requests().stream().flatMap(request -> request.options().stream()).toList();
        var nearest = options.stream()
                .flatMap(option -> largeEnoughNodes(option, devices))
                .map(NodeDeviceAvailability::node).filter(node -> !node.isEmpty()).distinct().limit(NEAREST).toList();
        return new ResourceClaimDetail(claimSummary,
                options.stream().map(option -> attemptFor(option, devices, clusterSnapshot)).toList(),
                nearest.stream().flatMap(node -> poolsOfNode(node, pools)).limit(DRAWN)
                        .toList(),
                List.of());
    }

    private static Stream<NodeDeviceAvailability> largeEnoughNodes(DeviceSubRequest option, DraClusterState devices) {
        return devices.availabilityFor(option).stream()
                .filter(availability -> availability.total() >= option.count())
                .limit(NEAREST);
    }

    private static Stream<DevicePoolSummary> poolsOfNode(String node, List<DevicePoolSummary> pools) {
        return pools.stream().filter(pool -> pool.pool().node().equals(node) && !pool.gpus().isEmpty());
    }

    /** A pod that waits for it; empty where none does. */
    Optional<ObjectRef> waiting() {
        if (claimSummary.status() == ResourceClaimStatus.PENDING) {
            return claimSummary.users().stream().findFirst().map(ResourceClaimDetail::pod);
        }
        return Optional.empty();
    }

    /** @param key with its namespace */
    static ObjectRef pod(String key) {
        int slash = key.indexOf('/');
        return ObjectRef.pod(key.substring(0, slash), key.substring(slash + 1));
    }

    private static RequestCandidateNodes attemptFor(DeviceSubRequest option, DraClusterState devices,
            ClusterSnapshot clusterSnapshot) {
        var asked = "%s × %s".formatted(option.all() ? "all" : Integer.toString(option.count()), option.deviceClass());
        if (!devices.classNames().contains(option.deviceClass())) {
            return new RequestCandidateNodes(asked,
                    List.of(new ClaimsSidePaneRow(StatusGlyph.BROKEN, option.deviceClass(), "no such device class",
                            "")));
        }
        var rooms = devices.availabilityFor(option);
        var lines = rooms.stream().limit(NODES).map(availability -> nodeLine(availability, Math.max(1, option.count())))
                .collect(Collectors.toCollection(ArrayList::new));
        if (rooms.size() > NODES) {
            lines.add(new ClaimsSidePaneRow(StatusGlyph.NONE,
                    GroupedNumberFormatter.withNoun(rooms.size() - (long) NODES, "more node"),
                    "with such devices, none with more free", ""));
        }
        long others = clusterSnapshot.nodes().size()
                - rooms.stream().filter(availability -> !availability.node().isEmpty()).count();
        if (others > 0) {
            lines.add(
                    new ClaimsSidePaneRow(StatusGlyph.NONE,
                            GroupedNumberFormatter.withNoun(others, rooms.isEmpty() ? "node" : "other node"),
                            "no device that it would take", ""));
        }
        return new RequestCandidateNodes(asked, lines);
    }

    private static ClaimsSidePaneRow nodeLine(NodeDeviceAvailability availability, int wanted) {
        var name = availability.node().isEmpty() ? "any node" : availability.node();
        if (availability.free() >= wanted) {
            return new ClaimsSidePaneRow(StatusGlyph.READY, name, availability.availabilityText(), "enough");
        }
        if (availability.total() >= wanted) {
            return new ClaimsSidePaneRow(StatusGlyph.WAITING, name, availability.availabilityText(),
                    "once devices are free");
        }
        return new ClaimsSidePaneRow(StatusGlyph.NONE, name, availability.availabilityText(),
                "too few, even if all were free");
    }
}
