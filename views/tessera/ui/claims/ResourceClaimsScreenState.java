package tessera.ui.claims;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import tessera.gpu.DevicePoolSummary;
import tessera.model.ResourceClaim;
import tessera.ui.kit.EmptyScreenNotice;
import tessera.ui.kit.GroupedNumberFormatter;
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
        List<ResourceClaimRow> rows, String countText,
        String problem,
        Map<ResourceClaimStatusFilter, Long> segments, List<ClaimsSidePaneRow> classes, List<ClaimsSidePaneRow> devices,
        List<DevicePoolViewState> pools,
        int morePools, Optional<ResourceClaimDetail> selectedClaim, String noneText, String gapsText) {

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
        return "%s %s %s%s".formatted(GroupedNumberFormatter.withNoun(holding, "claim"),
                holding == 1 ? "holds" : "hold",
                GroupedNumberFormatter.withNoun(allocated, "device"),
                wanted == 0 ? "" : "   ·   %s wanted".formatted(GroupedNumberFormatter.withNoun(wanted, "device")));
    }

    static ResourceClaimsScreenState ofNotice(EmptyScreenNotice notice) {
        return new ResourceClaimsScreenState(Optional.of(notice), List.of(), List.of(), "", "", Map.of(), List.of(),
                List.of(),
                List.of(), 0, Optional.empty(), "", "");
    }
}
