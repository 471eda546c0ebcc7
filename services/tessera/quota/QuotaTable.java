package tessera.quota;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.TreeSet;
import tessera.insight.AcceleratorCatalog;
import tessera.model.PodFacts;
import tessera.model.PodScope;
import tessera.model.Problem;
import tessera.model.Quantity;
import tessera.model.ResourceAmounts;
import tessera.model.Snapshot;
import tessera.quota.QuotaKey.CountedUnit;
import tessera.quota.QuotaLine.LineOwner;
import tessera.quota.QuotaLine.LineStatus;

/** Builds the quota table: a row for each device resource that a namespace or a queue may use. Pure. */
public final class QuotaTable {

    /** Since this minor version requests for an extended resource count claims of its class as well. */
    private static final int CLAIMS_COUNT = 36;
    /** From so much on little is left. */
    private static final double NEARLY = 0.9;
    private static final Comparator<QuotaLine> ORDER = Comparator.comparing(QuotaLine::ownerKind)
            .thenComparing(QuotaLine::owner).thenComparing(line -> line.source().isEmpty())
            .thenComparing(QuotaLine::resource).thenComparing(QuotaLine::key)
            .thenComparing(QuotaLine::source);

    private final QuotaOverview quotas;
    private final Snapshot snapshot;
    private final AcceleratorCatalog accelerators;
    private final Map<String, Optional<NodeCapacity>> rooms = new TreeMap<>();

    private QuotaTable(QuotaOverview quotas, Snapshot snapshot, AcceleratorCatalog accelerators) {
        this.quotas = quotas;
        this.snapshot = snapshot;
        this.accelerators = accelerators;
    }

    /** Returns the rows, namespaces first, sorted by name. */
    public static List<QuotaLine> buildLines(QuotaOverview quotas, Snapshot snapshot, AcceleratorCatalog accelerators) {
        return new QuotaTable(quotas, snapshot, accelerators).lines();
    }

    /** Returns the namespaces with visible pods, and those to which the view is limited. */
    public static List<String> visibleNamespaces(Snapshot snapshot) {
        var names = new TreeSet<String>();
        snapshot.pods().forEach(pod -> names.add(pod.namespace()));
        if (snapshot.podScope() instanceof PodScope.NamespacedScope(var namespaces, var _)) {
            names.addAll(namespaces);
        }
        return List.copyOf(names);
    }

    /** Returns the requests of all pods of a namespace that have not ended, scheduled or not, as quotas count them. */
    public static ResourceAmounts activeRequests(Snapshot snapshot, String namespace) {
        return snapshot.pods().filter(pod -> pod.namespace().equals(namespace) && !pod.phase().isTerminal())
                .map(PodFacts::requests).reduce(ResourceAmounts.NONE, ResourceAmounts::plus);
    }

    /** Returns the requests of the pods of a namespace that hold what they request. */
    private ResourceAmounts heldRequests(String namespace) {
        return snapshot.pods().filter(pod -> pod.namespace().equals(namespace) && pod.holdsResources())
                .map(PodFacts::requests).reduce(ResourceAmounts.NONE, ResourceAmounts::plus);
    }

    private List<QuotaLine> lines() {
        var lines = new ArrayList<QuotaLine>();
        var names = new TreeSet<>(visibleNamespaces(snapshot));
        quotas.namespaces().forEach(each -> names.add(each.namespace()));
        for (var name : names) {
            var bounds = quotas.quotasOf(name);
            bounds.quotas().forEach(quota -> quota.allowances().stream()
                    .filter(allowance -> allowance.key().countedUnit() != CountedUnit.OTHER
                            || allowance.key().countsClaimObjects())
                    .forEach(allowance -> lines.add(quotaLine(bounds, quota, allowance))));
            addUnlimitedLines(bounds, lines);
        }
        quotas.queues().stream()
                .filter(share -> QuotaKey.forRequestsOf(share.resource()).countedUnit() == CountedUnit.DEVICES)
                .forEach(share -> lines.add(queueLine(share)));
        lines.sort(ORDER);
        return lines;
    }

    private QuotaLine quotaLine(NamespaceQuotas bounds, QuotaFacts quota, QuotaHeadroom allowance) {
        var key = allowance.key();
        var spent = exhaustionText(bounds, quota);
        var standing = lineStatus(allowance, spent.isPresent());
        boolean nothing = standing == LineStatus.LIMITS_NOTHING;
        var room = key.countedUnit() == CountedUnit.DEVICES && byPlugins(key) ? roomOf(key.resourceName())
                : Optional.<NodeCapacity>empty();
        var left = nothing ? OptionalLong.empty() : allowance.remaining();
        return new QuotaLine(LineOwner.NAMESPACE, quota.namespace(), quota.name(), key.text(), key.resourceName(),
                nothing ? OptionalLong.empty() : allowance.usedUnits(), allowance.limit(), left, room,
                room.isEmpty() || left.isEmpty() || bounds.quotaGap().isPresent() ? OptionalLong.empty()
                        : OptionalLong
                                .of(spent.isPresent() ? 0
                                        : Math.min(tightestRemaining(bounds, quota, key), room.get().free())),
                OptionalLong.empty(), standing, quota.scope(),
                standing == LineStatus.FULL && spent.isPresent() ? spent.get() : remarkText(allowance, standing));
    }

    /** Whether device plugins alone hand out a resource: what a class of devices has of it beside them is not counted here. */
    private boolean byPlugins(QuotaKey key) {
        return snapshot.devices().classForResource(key.resourceName()).isEmpty();
    }

    /** Returns a clause about a quota that admits no further pod; empty where none is known to be exhausted. */
    private static Optional<String> exhaustionText(NamespaceQuotas bounds, QuotaFacts quota) {
        return bounds.quotas().stream().filter(each -> each.scope().isEmpty() || each.equals(quota))
                .flatMap(each -> each.allowances().stream()
                        .filter(one -> one.key().countsEveryPod() && one.isExhausted())
                        .map(one -> "quota %s leaves nothing of %s (%s)".formatted(each.name(), one.key().text(),
                                one.hard())))
                .findFirst();
    }

    /** Returns the smallest amount left by the quota and by those that count the key for all pods of the namespace. */
    private static long tightestRemaining(NamespaceQuotas bounds, QuotaFacts quota, QuotaKey key) {
        return bounds.quotas().stream().filter(each -> each.scope().isEmpty() || each.equals(quota))
                .flatMap(each -> each.allowanceOf(key).stream())
                .flatMapToLong(allowance -> allowance.remaining().stream()).min()
                .orElse(Long.MAX_VALUE);
    }

    private static LineStatus lineStatus(QuotaHeadroom allowance, boolean spent) {
        if (allowance.key().countedUnit() == CountedUnit.NOTHING) {
            return LineStatus.LIMITS_NOTHING;
        }
        if (allowance.usedUnits().isEmpty() || allowance.limit().isEmpty()) {
            return LineStatus.NOT_COUNTED;
        }
        if (allowance.isStatusOutdated()) {
            return LineStatus.BEHIND;
        }
        var own = usageStatus(allowance.usedUnits().getAsLong(), allowance.limit().getAsLong());
        return spent && own != LineStatus.EXCEEDED ? LineStatus.FULL : own;
    }

    private static LineStatus usageStatus(long used, long hard) {
        if (used >= hard) {
            return used > hard ? LineStatus.EXCEEDED : LineStatus.FULL;
        }
        return used >= NEARLY * hard ? LineStatus.NEARLY_FULL : LineStatus.OPEN;
    }

    private String remarkText(QuotaHeadroom allowance, LineStatus standing) {
        return switch (standing) {
            case LIMITS_NOTHING ->
                "has no effect; only requests.%s is counted".formatted(allowance.key().resourceName());
            case BEHIND -> "the server still counts against %s".formatted(allowance.enforcedHard().orElse(""));
            case NOT_COUNTED -> "the server has not counted it yet";
            case EXCEEDED -> "more is used than is allowed; no further pod is let in";
            case OPEN, NEARLY_FULL, FULL, CLOSED, NOWHERE, UNLIMITED, UNKNOWN -> claimChargeText(allowance.key());
        };
    }

    /** Returns a remark about claims: quotas count what they request, not what was allocated. */
    private String claimChargeText(QuotaKey key) {
        return switch (key.countedUnit()) {
            case CLAIMS -> "claims count by what they ask for, allocated or not";
            case DEVICES -> snapshot.devices().classForResource(key.resourceName())
                    .filter(_ -> !snapshot.devices().server().isOlderThan(CLAIMS_COUNT))
                    .map(each -> "%sclaims of the class %s count, too".formatted(
                            snapshot.devices().server().isAtLeast(CLAIMS_COUNT) ? "" : "from Kubernetes 1.36 on ",
                            each.name()))
                    .orElse("");
            case NOTHING, OTHER -> "";
        };
    }

    /** Adds rows for devices that pods of a namespace request and no quota counts. */
    private void addUnlimitedLines(NamespaceQuotas bounds, List<QuotaLine> lines) {
        var wanted = activeRequests(snapshot, bounds.namespace());
        boolean unknown = bounds.quotaGap().isPresent();
        for (var resource : wanted.names()) {
            var key = QuotaKey.forRequestsOf(resource);
            if (!accelerators.isRequested(wanted, resource)
                    || bounds.quotas().stream().anyMatch(quota -> quota.scope().isEmpty()
                            && quota.allowanceOf(key).isPresent())) {
                continue;
            }
            var room = roomOf(resource);
            long held = heldRequests(bounds.namespace()).get(resource);
            lines.add(new QuotaLine(LineOwner.NAMESPACE, bounds.namespace(), "", resource, resource,
                    OptionalLong.of(held), OptionalLong.empty(), OptionalLong.empty(),
                    room, unknown || room.isEmpty() ? OptionalLong.empty() : OptionalLong.of(room.get().free()),
                    OptionalLong.empty(), unknown ? LineStatus.UNKNOWN : LineStatus.UNLIMITED, "",
                    bounds.quotaGap().map(Problem::problemText)
                            .orElse(held == wanted.get(resource) ? ""
                                    : "pods that wait want %d more".formatted(wanted.get(resource) - held))));
        }
        if (unknown && lines.stream().noneMatch(line -> line.owner().equals(bounds.namespace())
                && line.status() == LineStatus.UNKNOWN)) {
            lines.add(new QuotaLine(LineOwner.NAMESPACE, bounds.namespace(), "", "", "", OptionalLong.empty(),
                    OptionalLong.empty(), OptionalLong.empty(), Optional.empty(), OptionalLong.empty(),
                    OptionalLong.empty(), LineStatus.UNKNOWN, "", bounds.quotaGap().get().problemText()));
        }
    }

    /** Returns the status by what the queue can still let in, its own, borrowed or taken back, where that is known. */
    private static LineStatus queueStatus(QueueShare share, OptionalLong used, OptionalLong hard) {
        if (used.isEmpty() || hard.isEmpty()) {
            return LineStatus.NOT_COUNTED;
        }
        if (share.admissible().isEmpty()) {
            return share.borrowed().isPresent() && used.getAsLong() > hard.getAsLong() ? LineStatus.FULL
                    : usageStatus(used.getAsLong(), hard.getAsLong());
        }
        long more = Math.max(share.admissible().getAsLong(),
                share.reclaimsInCohort() ? share.lentUnits().orElse(0) : 0);
        return more == 0 && used.getAsLong() > hard.getAsLong() && share.cohort().isEmpty() ? LineStatus.EXCEEDED
                : usageStatus(used.getAsLong(), ResourceAmounts.saturatedSum(used.getAsLong(), more));
    }

    private QuotaLine queueLine(QueueShare share) {
        var hard = Quantity.parseUnits(share.nominal());
        var used = share.usedUnits();
        var borrowed = share.borrowed().map(Quantity::parseUnits).orElse(OptionalLong.empty());
        boolean beyond = borrowed.orElse(0) > 0;
        long lent = share.lentUnits().orElse(0);
        var room = NodeCapacity.flavorRoom(snapshot, share.resource(), share.flavorNodes());
        boolean nowhere = room.filter(nodes -> nodes.all() == 0).isPresent();
        var standing = share.closedReason().isPresent() ? LineStatus.CLOSED
                : nowhere ? LineStatus.NOWHERE : queueStatus(share, used, hard);
        var texts = new ArrayList<>(share.closedReason().stream().toList());
        if (nowhere) {
            texts.add("no node of flavor %s offers it now".formatted(share.flavor()));
        }
        if (used.isEmpty()) {
            texts.add("the queue does not say what is used");
        }
        if (lent > 0) {
            texts.add(lent + " lent to others" + (share.reclaimsInCohort() ? ", which it may take back" : ""));
        }
        if (beyond) {
            texts.add("%d borrowed from cohort %s%s".formatted(borrowed.getAsLong(), share.cohort(),
                    share.admissible().orElse(0) > 0
                            ? ", which can lend %d more now".formatted(share.admissible().getAsLong())
                            : ""));
        } else if (!share.cohort().isEmpty()) {
            texts.add(share.borrowingText());
        }
        if (share.pending() > 0) {
            texts.add(share.pending() + (share.pending() == 1 ? " workload waits" : " workloads wait"));
        }
        return new QuotaLine(LineOwner.QUEUE, share.queue(), share.flavor(), share.resource(), share.resource(), used,
                hard,
                share.remaining(), room, OptionalLong.empty(), borrowed, standing, "", String.join("; ", texts));
    }

    private Optional<NodeCapacity> roomOf(String resource) {
        return rooms.computeIfAbsent(resource, name -> NodeCapacity.defaultRoom(snapshot, name));
    }
}
