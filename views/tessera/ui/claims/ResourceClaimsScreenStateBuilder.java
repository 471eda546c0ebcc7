package tessera.ui.claims;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import tessera.dra.DeviceClassAvailability;
import tessera.dra.DraDevicePool;
import tessera.gpu.ClusterResourceClaimOverview;
import tessera.gpu.ClusterResourceClaimOverview.TaintedDevice;
import tessera.gpu.DevicePoolSummary;
import tessera.gpu.DraPublishedGpu;
import tessera.gpu.GpuFleet;
import tessera.gpu.ResourceClaimStatus;
import tessera.gpu.ResourceClaimSummary;
import tessera.model.ClusterDraObjects;
import tessera.model.PodListCompleteness;
import tessera.model.Problem;
import tessera.text.MessageCatalog;
import tessera.text.OptionalText;
import tessera.ui.claims.ResourceClaimsScreenState.ClaimHeadlineFigure;
import tessera.ui.claims.ResourceClaimsScreenState.ClaimsSidePaneRow;
import tessera.ui.claims.ResourceClaimsScreenState.DevicePoolViewState;
import tessera.ui.claims.ResourceClaimsScreenState.ResourceClaimDetail;
import tessera.ui.kit.AgeFormatter;
import tessera.ui.kit.CountedNoun;
import tessera.ui.kit.DataTableColumn;
import tessera.ui.kit.EmptyScreenNotice;
import tessera.ui.kit.GroupedNumberFormatter;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.TableFilterParser;
import tessera.ui.kit.TableFilterParser.FilterableRowProperty;

/** Computes the state of the claims screen. */
final class ResourceClaimsScreenStateBuilder {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ResourceClaimsScreenStateBuilder.class);
    private static final int MOST_POOLS = 48;
    private static final List<DataTableColumn<ResourceClaimRow>> COLUMNS = ResourceClaimRow.columns();
    private static final TableFilterParser<ResourceClaimRow> FILTER = new TableFilterParser<>(fields(), flags());

    ResourceClaimsScreenState project(GpuFleet fleet, ResourceClaimsScreenInput query) {
        var clusterSnapshot = fleet.snapshot();
        var notice = EmptyScreenNotice.forSnapshot(clusterSnapshot);
        if (notice.isPresent()) {
            return ResourceClaimsScreenState.ofNotice(notice.get());
        }
        var overview = ClusterResourceClaimOverview.of(clusterSnapshot);
        var nothing = nothing(overview);
        if (nothing.isPresent()) {
            return ResourceClaimsScreenState.ofNotice(nothing.get());
        }
        var all = overview.claims().stream().filter(claimSummary -> query.namespace().isEmpty()
                || claimSummary.claim().namespace().equals(query.namespace())).map(claimSummary -> {
                    var created = claimSummary.claim().created();
                    return new ResourceClaimRow(claimSummary,
                            created == null ? Duration.ofSeconds(-1) : clusterSnapshot.ageOf(created, query.now()));
                }).toList();
        var segments = new EnumMap<ResourceClaimStatusFilter, Long>(ResourceClaimStatusFilter.class);
        for (var segment : ResourceClaimStatusFilter.values()) {
            segments.put(segment, all.stream().filter(segment::includes).count());
        }
        var listed = all.stream().filter(query.segment()::includes).toList();
        var filter = FILTER.read(query.filter());
        var rows = listed.stream().filter(filter.accepts()).sorted(query.sort().comparator(COLUMNS)).toList();
        var pools = poolLines(overview, clusterSnapshot.devices());
        int drawn = Math.min(MOST_POOLS, pools.size());
        var chosen = all.stream().filter(row -> row.key().equals(query.selectedClaim()))
                .map(ResourceClaimRow::claimSummary).findFirst();
        return new ResourceClaimsScreenState(notice, figures(fleet, overview, all), rows,
                CountedNoun.CLAIM.filteredText(rows.size(), listed.size()), filter.problem(), segments,
                classLines(overview, clusterSnapshot.devices()), deviceLines(overview),
                pools.subList(0, drawn).stream()
                        .map(pool -> DevicePoolViewState.of(pool, chosen.map(ResourceClaimSummary::claim))).toList(),
                pools.size() - drawn,
                chosen.map(claimSummary -> ResourceClaimDetail.of(claimSummary, clusterSnapshot, pools)),
                noneText(clusterSnapshot.devices(), query, all.isEmpty(), listed.isEmpty()),
                overview.problems().stream().map(Problem::textWithRemedy).collect(Collectors.joining("   ·   ")));
    }

    /**
     * Returns why no claim is listed.
     *
     * @param none     whether there is none at all in what is looked at
     * @param unlisted whether none of the chosen segment is there
     */
    private static String noneText(ClusterDraObjects inventory, ResourceClaimsScreenInput query, boolean none,
            boolean unlisted) {
        if (inventory.hiddenClaimsProblem().isPresent()) {
            return MESSAGES.text("list.unknown");
        }
        if (none) {
            if (query.namespace().isEmpty()) {
                return MESSAGES.text("list.none");
            }
            return MESSAGES.text("list.noneIn", query.namespace());
        }
        return unlisted ? MESSAGES.text("list.noneInSegment", query.segment().title()) : MESSAGES.text("list.noMatch");
    }

    /** Why there is nothing to be seen. */
    private static Optional<EmptyScreenNotice> nothing(ClusterResourceClaimOverview overview) {
        if (!overview.served()) {
            return Optional.of(new EmptyScreenNotice(EmptyScreenNotice.NoDataReason.EMPTY,
                    MESSAGES.text("notice.noDra"), MESSAGES.text("notice.noDraDetail"), ""));
        }
        if (overview.problems().isEmpty() && overview.claims().isEmpty() && overview.classes().isEmpty()
                && overview.pools().isEmpty()) {
            return Optional.of(new EmptyScreenNotice(EmptyScreenNotice.NoDataReason.EMPTY, MESSAGES.text("list.none"),
                    MESSAGES.text("notice.noneDetail"), ""));
        }
        return Optional.empty();
    }

    /** Returns the pools, those with problems first where there are too many to draw; empty where claims may not be read. */
    private static List<DevicePoolSummary> poolLines(ClusterResourceClaimOverview overview,
            ClusterDraObjects inventory) {
        if (inventory.hiddenClaimsProblem().isPresent()) {
            return List.of();
        }
        var pools = new ArrayList<>(DevicePoolSummary.linesOf(overview.ledger(), overview.leakedClaims()));
        if (pools.size() > MOST_POOLS) {
            pools.sort(Comparator.comparing(ResourceClaimsScreenStateBuilder::isOrdinary));
        }
        return pools;
    }

    private static boolean isOrdinary(DevicePoolSummary poolSummary) {
        return poolSummary.pool().isComplete() && poolSummary.gpus().stream().noneMatch(
                gpuAllocation -> gpuAllocation.tainted() || gpuAllocation.use() == DevicePoolSummary.PoolGpuUse.LEAKED);
    }

    private static List<ClaimHeadlineFigure> figures(GpuFleet fleet, ClusterResourceClaimOverview overview,
            List<ResourceClaimRow> rows) {
        var boards = fleet.nodes().stream().flatMap(node -> node.claimedBoards().gpus().stream()).toList();
        long held = boards.stream().filter(DraPublishedGpu::isHeld).count();
        long withheld = boards.stream().filter(DraPublishedGpu::isWithheld).count();
        long tainted = boards.stream().filter(gpu -> gpu.isWithheld() && !gpu.taints().isEmpty()).count();
        long pools = boards.stream().flatMap(gpu -> gpu.devices().stream()).map(entry -> entry.pool().key()).distinct()
                .count();
        long free = boards.size() - held - withheld;
        boolean slices = fleet.snapshot().devices().hiddenSlicesProblem().isEmpty();
        boolean claims = fleet.snapshot().devices().hiddenClaimsProblem().isEmpty();
        var allocated = overview.claims().stream().filter(claimSummary -> claimSummary.claim().isAllocated()
                && claimSummary.status() != ResourceClaimStatus.ADMIN).count();
        return List.of(
                figure(slices,
                        new ClaimHeadlineFigure(MESSAGES.text("figure.gpus"),
                                GroupedNumberFormatter.count(boards.size()), "", CountedNoun.POOL.countText(pools))),
                figure(slices && claims,
                        new ClaimHeadlineFigure(MESSAGES.text("figure.allocated"), GroupedNumberFormatter.count(held),
                                GroupedNumberFormatter.percent(held, boards.size()),
                                MESSAGES.text("figure.byClaims", CountedNoun.CLAIM.countText(allocated)))),
                figure(slices && claims,
                        new ClaimHeadlineFigure(MESSAGES.text("figure.free"), GroupedNumberFormatter.count(free),
                                GroupedNumberFormatter.percent(free, boards.size()), MESSAGES.text("figure.whole"))),
                figure(slices && claims, new ClaimHeadlineFigure(MESSAGES.text("figure.outOfService"),
                        GroupedNumberFormatter.count(withheld), GroupedNumberFormatter.percent(withheld, boards.size()),
                        withheld == 0 ? MESSAGES.text("figure.noneWithheld")
                                : MESSAGES.text("figure.withheld", tainted, withheld - tainted))),
                figure(claims, pending(rows)),
                figure(claims && fleet.snapshot().podVisibility() == PodListCompleteness.ALL, leaked(rows)));
    }

    private static ClaimHeadlineFigure pending(List<ResourceClaimRow> rows) {
        var pending = rows.stream().filter(row -> row.claimSummary().status() == ResourceClaimStatus.PENDING).toList();
        return new ClaimHeadlineFigure(MESSAGES.text("figure.pending"), GroupedNumberFormatter.count(pending.size()),
                "",
                pending.isEmpty() ? MESSAGES.text("figure.nonePending")
                        : MESSAGES.text("figure.requested",
                                CountedNoun.DEVICE.countText(
                                        pending.stream().mapToLong(row -> row.claimSummary().requestedDevices()).sum()),
                                longestAgeText(pending)));
    }

    private static ClaimHeadlineFigure leaked(List<ResourceClaimRow> rows) {
        var leaked = rows.stream().filter(row -> row.claimSummary().status() == ResourceClaimStatus.LEAKED).toList();
        return new ClaimHeadlineFigure(MESSAGES.text("figure.leaked"), GroupedNumberFormatter.count(leaked.size()), "",
                leaked.isEmpty() ? MESSAGES.text("figure.noneLeaked")
                        : MESSAGES.text("figure.leakedDevices", CountedNoun.DEVICE.countText(leaked.stream()
                                .mapToLong(row -> row.claimSummary().claim().exclusiveDevices().count()).sum())));
    }

    /** A figure, or that it is not known. */
    private static ClaimHeadlineFigure figure(boolean known, ClaimHeadlineFigure figure) {
        return known ? figure : new ClaimHeadlineFigure(figure.title(), "–", "", MESSAGES.text("figure.unknown"));
    }

    private static String longestAgeText(List<ResourceClaimRow> rows) {
        return rows.stream().map(ResourceClaimRow::age).filter(age -> !age.isNegative()).max(Comparator.naturalOrder())
                .map(AgeFormatter::brief).orElse("–");
    }

    private static List<ClaimsSidePaneRow> classLines(ClusterResourceClaimOverview overview,
            ClusterDraObjects inventory) {
        return overview.classes().stream().map(deviceClass -> {
            var freeDevices = deviceClass.freeDevices();
            var free = roomText(freeDevices, inventory);
            var more = new ArrayList<String>();
            if (deviceClass.pendingClaims() > 0) {
                more.add(MESSAGES.text("class.pending", deviceClass.pendingClaims()));
            }
            if (!deviceClass.deviceClass().extendedResource().isEmpty()) {
                more.add(MESSAGES.text("class.extended", deviceClass.deviceClass().extendedResource()));
            }
            return new ClaimsSidePaneRow(
                    freeDevices.isDetermined() && freeDevices.total() > 0 ? StatusGlyph.READY : StatusGlyph.NONE,
                    deviceClass.deviceClass().name(), free, String.join(" · ", more));
        }).toList();
    }

    private static String roomText(DeviceClassAvailability freeDevices, ClusterDraObjects inventory) {
        if (inventory.hiddenSlicesProblem().isPresent()) {
            return MESSAGES.text("class.noSlices");
        }
        if (!freeDevices.isDetermined()) {
            return MESSAGES.text("class.unparsed");
        }
        if (freeDevices.total() == 0) {
            return MESSAGES.text("class.noDevices");
        }
        if (inventory.hiddenClaimsProblem().isPresent()) {
            return MESSAGES.text("class.noClaims", CountedNoun.DEVICE.countText(freeDevices.total()));
        }
        return MESSAGES.text("class.free", freeDevices.free(), freeDevices.total());
    }

    private static List<ClaimsSidePaneRow> deviceLines(ClusterResourceClaimOverview overview) {
        var lines = new ArrayList<ClaimsSidePaneRow>();
        overview.pools().stream().filter(pool -> !pool.isComplete()).forEach(
                pool -> lines.add(new ClaimsSidePaneRow(StatusGlyph.WAITING, pool.name() + " · " + pool.driver(),
                        pool.status() == DraDevicePool.DevicePoolCompleteness.UPDATING
                                ? MESSAGES.text("device.slicesSeen", pool.seenSlices(), pool.expectedSlices())
                                : MESSAGES.text("pool.invalid"),
                        MESSAGES.text("pool.skipped"))));
        overview.tainted()
                .forEach(device -> lines
                        .add(new ClaimsSidePaneRow(device.taint().repels() ? StatusGlyph.BROKEN : StatusGlyph.WARNING,
                                OptionalText.suffixed(device.node(), " · ") + device.device(),
                                device.taint().taint().toString(), usageText(device))));
        return lines;
    }

    private static String usageText(TaintedDevice device) {
        return MESSAGES.text("device.usage",
                device.taint().repels() ? device.useText() : MESSAGES.text("device.noEffect"), device.taint().rule());
    }

    private static Map<String, FilterableRowProperty<ResourceClaimRow>> fields() {
        return Map.of("name", FilterableRowProperty.text(row -> row.claimSummary().claim().name()), "ns",
                FilterableRowProperty.text(row -> row.claimSummary().claim().namespace()), "class",
                FilterableRowProperty.text(row -> row.claimSummary().requestText()), "node",
                FilterableRowProperty.text(row -> row.claimSummary().node()), "device",
                FilterableRowProperty.text(row -> row.claimSummary().allocationText()), "status",
                FilterableRowProperty.text(row -> row.claimSummary().status().title()), "pod",
                FilterableRowProperty.texts(row -> row.claimSummary().users()), "devices",
                FilterableRowProperty.number(row -> OptionalDouble.of(row.claimSummary().claim().devices().size())));
    }

    private static Map<String, Predicate<ResourceClaimRow>> flags() {
        return Map.of("pending", row -> row.claimSummary().status() == ResourceClaimStatus.PENDING, "leaked",
                row -> row.claimSummary().status() == ResourceClaimStatus.LEAKED, "problem",
                row -> row.claimSummary().status().isProblem(), "shared",
                row -> row.claimSummary().status() == ResourceClaimStatus.SHARED, "admin",
                row -> row.claimSummary().status() == ResourceClaimStatus.ADMIN, "extended",
                row -> row.claimSummary().claim().extended());
    }
}
