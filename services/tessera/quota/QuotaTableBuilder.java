package tessera.quota;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.KaiGpuFraction;
import tessera.kube.quantity.QuantityParser;
import tessera.kube.quantity.ResourceAmounts;
import tessera.model.ClusterSnapshot;
import tessera.model.PodSummary;
import tessera.model.VisiblePodScope;
import tessera.quota.QuotaKey.CountedUnit;
import tessera.quota.QuotaTableRow.QuotaOwnerKind;
import tessera.quota.QuotaTableRow.QuotaRowStatus;
import tessera.text.ForeignMessage;
import tessera.text.Reason;

/** Builds the quota table: a row for each device resource that a namespace or a queue may use. Pure. */
public final class QuotaTableBuilder {

    /** Since this minor version requests for an extended resource count claims of its class as well. */
    private static final int CLAIMS_COUNT = 36;
    /** From so much on little is left. */
    private static final double NEARLY = 0.9;
    private static final Comparator<QuotaTableRow> ORDER = Comparator.comparing(QuotaTableRow::ownerKind)
            .thenComparing(QuotaTableRow::owner).thenComparing(tableRow -> tableRow.source().isEmpty())
            .thenComparing(QuotaTableRow::resource).thenComparing(QuotaTableRow::key)
            .thenComparing(QuotaTableRow::source);

    private final QuotaOverview quotas;
    private final ClusterSnapshot clusterSnapshot;
    private final AcceleratorCatalog accelerators;
    private final Map<String, Optional<NewPodResourceCapacity>> capacityByResource = new TreeMap<>();

    private QuotaTableBuilder(QuotaOverview quotas, ClusterSnapshot clusterSnapshot, AcceleratorCatalog accelerators) {
        this.quotas = quotas;
        this.clusterSnapshot = clusterSnapshot;
        this.accelerators = accelerators;
    }

    /** Returns the rows, namespaces first, sorted by name. */
    public static List<QuotaTableRow> buildLines(QuotaOverview quotas, ClusterSnapshot clusterSnapshot,
            AcceleratorCatalog accelerators) {
        return new QuotaTableBuilder(quotas, clusterSnapshot, accelerators).lines();
    }

    /** Returns the namespaces with visible pods, and those to which the view is limited. */
    public static List<String> visibleNamespaces(ClusterSnapshot clusterSnapshot) {
        var names = new TreeSet<String>();
        clusterSnapshot.pods().forEach(pod -> names.add(pod.namespace()));
        if (clusterSnapshot.podScope() instanceof VisiblePodScope.NamespacedScope(var namespaces, var _)) {
            names.addAll(namespaces);
        }
        return List.copyOf(names);
    }

    /** Returns the requests of all pods of a namespace that have not ended, scheduled or not, as quotas count them. */
    public static ResourceAmounts activeRequests(ClusterSnapshot clusterSnapshot, String namespace) {
        return clusterSnapshot.pods().filter(pod -> pod.namespace().equals(namespace) && !pod.phase().isTerminal())
                .map(PodSummary::requests).reduce(ResourceAmounts.NONE, ResourceAmounts::plus);
    }

    /** Returns the requests of some pods of a namespace for themselves: a GPU that one reserves for others is theirs. */
    private ResourceAmounts ownRequests(String namespace, Predicate<PodSummary> wanted) {
        return clusterSnapshot.pods()
                .filter(pod -> pod.namespace().equals(namespace) && wanted.test(pod) && !reservesForOthers(pod))
                .map(PodSummary::requests).reduce(ResourceAmounts.NONE, ResourceAmounts::plus);
    }

    private boolean reservesForOthers(PodSummary pod) {
        return KaiGpuFraction.isReservation(pod) && clusterSnapshot.pods()
                .anyMatch(other -> other.holdsResources() && !KaiGpuFraction.isReservation(other)
                        && KaiGpuFraction.isInGroup(other, pod.labels().getOrDefault(KaiGpuFraction.GROUP, "")));
    }

    private List<QuotaTableRow> lines() {
        var lines = new ArrayList<QuotaTableRow>();
        var names = new TreeSet<>(visibleNamespaces(clusterSnapshot));
        quotas.namespaces().forEach(each -> names.add(each.namespace()));
        for (var name : names) {
            var bounds = quotas.quotasOf(name);
            for (var quota : bounds.quotas()) {
                quota.allowances().stream().filter(
                        usage -> usage.key().countedUnit() != CountedUnit.OTHER || usage.key().countsClaimObjects())
                        .forEach(usage -> lines.add(quotaLine(bounds, quota, usage)));
            }
            addUnlimitedLines(bounds, lines);
        }
        quotas.queues().stream()
                .filter(share -> QuotaKey.forRequestsOf(share.resource()).countedUnit() == CountedUnit.DEVICES)
                .forEach(share -> lines.add(queueLine(share)));
        lines.sort(ORDER);
        return lines;
    }

    private QuotaTableRow quotaLine(NamespaceQuotasAndLimits bounds, ResourceQuotaSummary quota,
            ResourceQuotaKeyUsage usage) {
        var key = usage.key();
        var spent = findExhausted(bounds, quota);
        var rowStatus = lineStatus(usage, spent.isPresent());
        var left = OptionalLong.empty();
        var used = OptionalLong.empty();
        if (rowStatus != QuotaRowStatus.LIMITS_NOTHING) {
            left = usage.remaining();
            used = usage.usedUnits();
        }

        var room = Optional.of(key).filter(each -> each.countedUnit() == CountedUnit.DEVICES)
                .flatMap(each -> roomOf(each.resourceName()));
        var placeable = OptionalLong.empty();
        if (room.isPresent() && left.isPresent() && bounds.quotaGap().isEmpty()) {
            placeable = OptionalLong
                    .of(spent.isPresent() ? 0 : Math.min(tightestRemaining(bounds, quota, key), room.get().free()));
        }
        return new QuotaTableRow(QuotaOwnerKind.NAMESPACE, quota.namespace(), quota.name(), key.text(),
                key.resourceName(), used, usage.limit(), left, room, placeable, OptionalLong.empty(),
                HeldGpuFractions.NONE, rowStatus, quota.scope(),
                spent.filter(_ -> rowStatus == QuotaRowStatus.FULL).map(List::of).orElseGet(
                        () -> Stream.of(remarkOn(usage, rowStatus), uncountedFractions(quota.namespace(), key))
                                .flatMap(Optional::stream).toList()));
    }

    /** Returns a remark about what pods hold in fractions of GPUs, which a quota of devices does not see. */
    private Optional<QuotaRowNote> uncountedFractions(String namespace, QuotaKey key) {
        var fractions = key.countedUnit() == CountedUnit.DEVICES && key.resourceName().equals(HeldGpuFractions.RESOURCE)
                ? HeldGpuFractions.of(clusterSnapshot, namespace)
                : HeldGpuFractions.NONE;
        if (!fractions.isPresent()) {
            return Optional.empty();
        }
        return Optional.of(new QuotaRowNote.FractionsNotCounted(fractions.sumText(0, fractions.complete() ? "" : "≥")));
    }

    /** Returns the quota that admits no further pod; empty where none is known to be exhausted. */
    private static Optional<QuotaRowNote> findExhausted(NamespaceQuotasAndLimits bounds, ResourceQuotaSummary quota) {
        return bounds.quotas().stream().filter(each -> each.scope().isEmpty() || each.equals(quota))
                .flatMap(QuotaTableBuilder::exhaustedKeys).findFirst();
    }

    private static Stream<QuotaRowNote> exhaustedKeys(ResourceQuotaSummary each) {
        return each.allowances().stream().filter(one -> one.key().countsEveryPod() && one.isExhausted())
                .map(one -> new QuotaRowNote.QuotaExhausted(each.name(), one.key().text(), one.hard()));
    }

    /** Returns the smallest amount left by the quota and by those that count the key for all pods of the namespace. */
    private static long tightestRemaining(NamespaceQuotasAndLimits bounds, ResourceQuotaSummary quota, QuotaKey key) {
        return bounds.quotas().stream().filter(each -> each.scope().isEmpty() || each.equals(quota))
                .flatMap(each -> each.allowanceOf(key).stream()).flatMapToLong(usage -> usage.remaining().stream())
                .min().orElse(Long.MAX_VALUE);
    }

    private static QuotaRowStatus lineStatus(ResourceQuotaKeyUsage usage, boolean spent) {
        if (usage.key().countedUnit() == CountedUnit.NOTHING) {
            return QuotaRowStatus.LIMITS_NOTHING;
        }
        if (usage.usedUnits().isEmpty() || usage.limit().isEmpty()) {
            return QuotaRowStatus.NOT_COUNTED;
        }
        if (usage.isStatusOutdated()) {
            return QuotaRowStatus.BEHIND;
        }
        var rowStatus = usageStatus(usage.usedUnits().getAsLong(), usage.limit().getAsLong());
        return spent && rowStatus != QuotaRowStatus.EXCEEDED ? QuotaRowStatus.FULL : rowStatus;
    }

    private static QuotaRowStatus usageStatus(long used, long hard) {
        if (used >= hard) {
            return used > hard ? QuotaRowStatus.EXCEEDED : QuotaRowStatus.FULL;
        }
        return used >= NEARLY * hard ? QuotaRowStatus.NEARLY_FULL : QuotaRowStatus.OPEN;
    }

    private Optional<QuotaRowNote> remarkOn(ResourceQuotaKeyUsage usage, QuotaRowStatus rowStatus) {
        return switch (rowStatus) {
            case LIMITS_NOTHING -> Optional.of(new QuotaRowNote.KeyHasNoEffect(usage.key().resourceName()));
            case BEHIND -> Optional.of(new QuotaRowNote.QuotaCountedLate(usage.enforcedHard().orElse("")));
            case NOT_COUNTED -> Optional.of(new QuotaRowNote.QuotaNotCounted());
            case EXCEEDED -> Optional.of(new QuotaRowNote.QuotaLimitExceeded());
            case OPEN, NEARLY_FULL, FULL, CLOSED, NOWHERE, UNLIMITED, UNKNOWN -> claimCharge(usage.key());
        };
    }

    /** Returns a remark about claims: quotas count what they request, not what was allocated. */
    private Optional<QuotaRowNote> claimCharge(QuotaKey key) {
        return switch (key.countedUnit()) {
            case CLAIMS -> Optional.of(new QuotaRowNote.ClaimsCountRequests());
            case DEVICES -> clusterSnapshot.devices().classForResource(key.resourceName())
                    .filter(_ -> !clusterSnapshot.devices().server().isOlderThan(CLAIMS_COUNT))
                    .map(each -> new QuotaRowNote.ClassClaimsCount(each.name(),
                            !clusterSnapshot.devices().server().isAtLeast(CLAIMS_COUNT)));
            case NOTHING, OTHER -> Optional.empty();
        };
    }

    /** Adds rows for devices that pods of a namespace request and no quota counts. */
    private void addUnlimitedLines(NamespaceQuotasAndLimits bounds, List<QuotaTableRow> lines) {
        var requested = ownRequests(bounds.namespace(), pod -> !pod.phase().isTerminal());
        var allHeld = ownRequests(bounds.namespace(), PodSummary::holdsResources);
        boolean unknown = bounds.quotaGap().isPresent();
        var parts = HeldGpuFractions.of(clusterSnapshot, bounds.namespace());
        var resources = new TreeSet<>(requested.names());
        if (parts.isPresent()) {
            resources.add(HeldGpuFractions.RESOURCE);
        }
        for (var resource : resources) {
            var key = QuotaKey.forRequestsOf(resource);
            boolean shared = parts.isPresent() && resource.equals(HeldGpuFractions.RESOURCE);
            if ((!shared && !accelerators.isRequested(requested, resource)) || bounds.quotas().stream()
                    .anyMatch(quota -> quota.scope().isEmpty() && quota.allowanceOf(key).isPresent())) {
                continue;
            }
            var room = roomOf(resource);
            var free = room.filter(_ -> !unknown).stream().mapToLong(NewPodResourceCapacity::free).findFirst();
            long held = allHeld.get(resource);
            lines.add(new QuotaTableRow(QuotaOwnerKind.NAMESPACE, bounds.namespace(), "", resource, resource,
                    OptionalLong.of(held), OptionalLong.empty(), OptionalLong.empty(), room, free, OptionalLong.empty(),
                    shared ? parts : HeldGpuFractions.NONE, unknown ? QuotaRowStatus.UNKNOWN : QuotaRowStatus.UNLIMITED,
                    "", bounds.quotaGap().<List<? extends Reason>>map(problem -> List.of(problem.toReason()))
                            .orElse(pendingNote(requested.get(resource) - held))));
        }
        if (unknown && lines.stream().noneMatch(tableRow -> tableRow.owner().equals(bounds.namespace())
                && tableRow.status() == QuotaRowStatus.UNKNOWN)) {
            lines.add(new QuotaTableRow(QuotaOwnerKind.NAMESPACE, bounds.namespace(), "", "", "", OptionalLong.empty(),
                    OptionalLong.empty(), OptionalLong.empty(), Optional.empty(), OptionalLong.empty(),
                    OptionalLong.empty(), HeldGpuFractions.NONE, QuotaRowStatus.UNKNOWN, "",
                    List.of(bounds.quotaGap().get().toReason())));
        }
    }

    private static List<QuotaRowNote> pendingNote(long pending) {
        return pending == 0 ? List.of() : List.of(new QuotaRowNote.PendingPodsRequest(pending));
    }

    /** Returns the status by what the queue can still let in, its own, borrowed or taken back, where that is known. */
    private static QuotaRowStatus queueStatus(ClusterQueueQuota share, OptionalLong used, OptionalLong hard) {
        if (used.isEmpty() || hard.isEmpty()) {
            return QuotaRowStatus.NOT_COUNTED;
        }
        if (share.admissible().isEmpty()) {
            if (share.borrowed().isPresent() && used.getAsLong() > hard.getAsLong()) {
                return QuotaRowStatus.FULL;
            }
            return usageStatus(used.getAsLong(), hard.getAsLong());
        }
        long more = Math.max(share.admissible().getAsLong(),
                share.reclaimsInCohort() ? share.lentUnits().orElse(0) : 0);
        if (more == 0 && used.getAsLong() > hard.getAsLong() && share.cohort().isEmpty()) {
            return QuotaRowStatus.EXCEEDED;
        }
        return usageStatus(used.getAsLong(), ResourceAmounts.saturatedSum(used.getAsLong(), more));
    }

    private QuotaTableRow queueLine(ClusterQueueQuota share) {
        var hard = QuantityParser.parseUnits(share.nominal());
        var used = share.usedUnits();
        var borrowed = share.borrowed().map(QuantityParser::parseUnits).orElse(OptionalLong.empty());
        boolean beyond = borrowed.orElse(0) > 0;
        long lent = share.lentUnits().orElse(0);
        var room = NewPodResourceCapacity.flavorRoom(clusterSnapshot, share.resource(), share.flavorNodes());
        boolean nowhere = room.filter(nodes -> nodes.all() == 0).isPresent();
        var rowStatus = rowStatus(share, nowhere, used, hard);
        var notes = new ArrayList<Reason>();
        share.closedReason().map(ForeignMessage::new).ifPresent(notes::add);
        if (nowhere) {
            notes.add(new QuotaRowNote.FlavorHasNoNode(share.flavor()));
        }
        if (used.isEmpty()) {
            notes.add(new QuotaRowNote.QueueUsageUnknown());
        }
        if (lent > 0) {
            notes.add(new QuotaRowNote.QueueLends(lent, share.reclaimsInCohort()));
        }
        if (beyond) {
            notes.add(new QuotaRowNote.QueueBorrows(borrowed.getAsLong(), share.cohort(),
                    Math.max(0, share.admissible().orElse(0))));
        } else {
            share.findBorrowing().ifPresent(notes::add);
        }
        if (share.pending() > 0) {
            notes.add(new QuotaRowNote.WorkloadsPending(share.pending()));
        }
        return new QuotaTableRow(QuotaOwnerKind.QUEUE, share.queue(), share.flavor(), share.resource(),
                share.resource(), used, hard, share.remaining(), room, OptionalLong.empty(), borrowed,
                HeldGpuFractions.NONE, rowStatus, "", notes);
    }

    private static QuotaRowStatus rowStatus(ClusterQueueQuota share, boolean nowhere, OptionalLong used,
            OptionalLong hard) {
        if (share.closedReason().isPresent()) {
            return QuotaRowStatus.CLOSED;
        }
        if (nowhere) {
            return QuotaRowStatus.NOWHERE;
        }
        return queueStatus(share, used, hard);
    }

    private Optional<NewPodResourceCapacity> roomOf(String resource) {
        return capacityByResource.computeIfAbsent(resource,
                name -> NewPodResourceCapacity.defaultRoom(clusterSnapshot, name, accelerators));
    }
}
