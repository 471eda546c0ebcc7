package tessera.ui.claims;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
import tessera.model.ResourceClaim;
import tessera.scheduling.SchedulingRemedy;
import tessera.scheduling.UnusedResourceClaimRemedyFactory;
import tessera.text.MessageCatalog;
import tessera.text.OptionalText;
import tessera.ui.claims.ResourceClaimsScreenState.ClaimsSidePaneRow;
import tessera.ui.kit.EmptyScreenNotice;
import tessera.ui.kit.StatusGlyph;

/**
 * State of the claims screen.
 *
 * @param notice   what is said in place of everything; empty while there is something to show
 * @param figures  headline numbers
 * @param rows     those that pass the filter, in order
 * @param segments how many claims each segment lists
 * @param problem  what of the filter was not understood; empty when all was
 * @param classes  a line for each class of devices
 * @param devices  a line for each tainted device, and for each pool that is not complete
 * @param pools    those that are drawn, those that want attention first where not all are
 * @param morePools how many are not drawn
 * @param selectedClaim   more of the claim that is chosen; empty where none is
 * @param noneText     what is said where there are no rows
 * @param gapsText     why something is not known; empty when all is
 */
record ResourceClaimsScreenState(Optional<EmptyScreenNotice> notice, List<ClaimHeadlineFigure> figures,
        List<ResourceClaimRow> rows, String countText, String problem, Map<ResourceClaimStatusFilter, Long> segments,
        List<ClaimsSidePaneRow> classes, List<ClaimsSidePaneRow> devices, List<DevicePoolViewState> pools,
        int morePools, Optional<ResourceClaimDetail> selectedClaim, String noneText, String gapsText) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ResourceClaimsScreenState.class);

    /** A headline number. */
    record ClaimHeadlineFigure(String title, String number, String share, String detail) {}

    /**
     * A line of a list beside the table.
     *
     * @param glyph   before it
     * @param name   what it is about
     * @param detail how that stands
     * @param extraDetail   what else is told of it
     */
    record ClaimsSidePaneRow(StatusGlyph glyph, String name, String detail, String extraDetail) {}

    /**
     * A pool as it is drawn.
     *
     * @param selectedClaim the claim that is chosen, with its namespace, where it has devices of the pool; else empty
     */
    record DevicePoolViewState(DevicePoolSummary poolSummary, String selectedClaim) {

        static DevicePoolViewState of(DevicePoolSummary poolSummary, Optional<ResourceClaim> claim) {
            return new DevicePoolViewState(poolSummary,
                    claim.filter(poolSummary::holds).map(ResourceClaim::key).orElse(""));
        }
    }

    ResourceClaimsScreenState {
        figures = List.copyOf(figures);
        rows = List.copyOf(rows);
        segments = Map.copyOf(segments);
        classes = List.copyOf(classes);
        devices = List.copyOf(devices);
        pools = List.copyOf(pools);
    }

    /** Returns the sums of the rows, in a line. */
    String sumsText() {
        var allocated = rows.stream().mapToLong(row -> row.claimSummary().claim().exclusiveDevices().count()).sum();
        var wanted = rows.stream().filter(row -> !row.claimSummary().claim().isAllocated())
                .mapToLong(row -> row.claimSummary().requestedDevices()).sum();
        var holding = rows.stream().filter(row -> row.claimSummary().claim().isAllocated()).count();
        return MESSAGES.text("claims.sums", holding, allocated, wanted);
    }

    static ResourceClaimsScreenState ofNotice(EmptyScreenNotice notice) {
        return new ResourceClaimsScreenState(Optional.of(notice), List.of(), List.of(), "", "", Map.of(), List.of(),
                List.of(), List.of(), 0, Optional.empty(), "", "");
    }

    /**
     * Details of one claim beside the table: status and the nodes considered.
     *
     * @param attempts the nodes that were tried for each of its requests; empty once it has devices
     * @param pools those in which it has devices; while it waits, those of the nodes that are nearest to what it asks for
     * @param remedies what would help with it, whoever uses it
     */
    record ResourceClaimDetail(ResourceClaimSummary claimSummary, List<RequestCandidateNodes> attempts,
            List<DevicePoolSummary> pools, List<SchedulingRemedy> remedies) {

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
                        claimSummary.status() == ResourceClaimStatus.LEAKED ? List.of(UnusedResourceClaimRemedyFactory
                                .suggestDeletion(claimSummary, clusterSnapshot.devices().version())) : List.of());
            }
            var devices = DraClusterState.fromSnapshot(clusterSnapshot);
            var options = claimSummary.claim().requests().stream().flatMap(request -> request.options().stream())
                    .toList();
            var nearest = options.stream().flatMap(option -> largeEnoughNodes(option, devices))
                    .map(NodeDeviceAvailability::node).filter(node -> !node.isEmpty()).distinct().limit(NEAREST)
                    .toList();
            return new ResourceClaimDetail(claimSummary,
                    options.stream().map(option -> attemptFor(option, devices, clusterSnapshot)).toList(),
                    nearest.stream().flatMap(node -> poolsOfNode(node, pools)).limit(DRAWN).toList(), List.of());
        }

        private static Stream<NodeDeviceAvailability> largeEnoughNodes(DeviceSubRequest option,
                DraClusterState devices) {
            return devices.availabilityFor(option).stream()
                    .filter(availability -> availability.total() >= option.count()).limit(NEAREST);
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
            var asked = "%s × %s".formatted(
                    option.all() ? MESSAGES.text("attempt.all") : Integer.toString(option.count()),
                    option.deviceClass());
            if (!devices.classNames().contains(option.deviceClass())) {
                return new RequestCandidateNodes(asked, List.of(new ClaimsSidePaneRow(StatusGlyph.BROKEN,
                        option.deviceClass(), MESSAGES.text("attempt.noClass"), "")));
            }
            if (clusterSnapshot.devices().hiddenSlicesProblem().isPresent()) {
                return new RequestCandidateNodes(asked, List.of(new ClaimsSidePaneRow(StatusGlyph.NONE,
                        option.deviceClass(), MESSAGES.text("class.noSlices"), "")));
            }
            var rooms = devices.availabilityFor(option);
            var lines = rooms.stream().limit(NODES)
                    .map(availability -> nodeLine(availability, Math.max(1, option.count())))
                    .collect(Collectors.toCollection(ArrayList::new));
            if (rooms.size() > NODES) {
                lines.add(new ClaimsSidePaneRow(StatusGlyph.NONE,
                        MESSAGES.text("attempt.moreNodes", rooms.size() - NODES), MESSAGES.text("attempt.noMoreFree"),
                        ""));
            }
            long others = clusterSnapshot.nodes().size()
                    - rooms.stream().filter(availability -> !availability.node().isEmpty()).count();
            if (others > 0) {
                lines.add(new ClaimsSidePaneRow(StatusGlyph.NONE,
                        MESSAGES.text(rooms.isEmpty() ? "attempt.nodes" : "attempt.otherNodes", others),
                        MESSAGES.text("attempt.noMatch"), ""));
            }
            return new RequestCandidateNodes(asked, lines);
        }

        private static ClaimsSidePaneRow nodeLine(NodeDeviceAvailability availability, int wanted) {
            var name = OptionalText.orElse(availability.node(), MESSAGES.text("attempt.anyNode"));
            if (availability.free() >= wanted) {
                return new ClaimsSidePaneRow(StatusGlyph.READY, name, availability.availabilityText(),
                        MESSAGES.text("attempt.enough"));
            }
            if (availability.total() >= wanted) {
                return new ClaimsSidePaneRow(StatusGlyph.WAITING, name, availability.availabilityText(),
                        MESSAGES.text("attempt.onceFree"));
            }
            return new ClaimsSidePaneRow(StatusGlyph.NONE, name, availability.availabilityText(),
                    MESSAGES.text("attempt.tooFew"));
        }
    }
}
