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

/** What there is to be shown of quotas: a line for each device that a namespace or a queue may take. Pure. */
public final class QuotaTable {

    /** Since this minor version requests for an extended resource count claims of its class as well. */
    private static final int CLAIMS_COUNT = 36;
    /** From so much on little is left. */
    private static final double NEARLY = 0.9;
    private static final Comparator<QuotaLine> ORDER = Comparator.comparing(QuotaLine::of)
            .thenComparing(QuotaLine::owner).thenComparing(line -> line.source().isEmpty())
            .thenComparing(QuotaLine::resource).thenComparing(QuotaLine::key)
            .thenComparing(QuotaLine::source);

    private final QuotaOverview quotas;
    private final Snapshot snapshot;
    private final AcceleratorCatalog accelerators;
    private final Map<String, Optional<ResourceRoom>> rooms = new TreeMap<>();

    private QuotaTable(QuotaOverview quotas, Snapshot snapshot, AcceleratorCatalog accelerators) {
        this.quotas = quotas;
        this.snapshot = snapshot;
        this.accelerators = accelerators;
    }

    /** The lines: namespaces first, by name. */
    public static List<QuotaLine> of(QuotaOverview quotas, Snapshot snapshot, AcceleratorCatalog accelerators) {
        return new QuotaTable(quotas, snapshot, accelerators).lines();
    }

    /** The namespaces of which pods are seen, and those that are looked at anyway. */
    public static List<String> known(Snapshot snapshot) {
        var names = new TreeSet<String>();
        snapshot.pods().forEach(pod -> names.add(pod.namespace()));
        if (snapshot.podScope() instanceof PodScope.NamespacedScope(var namespaces, var _)) {
            names.addAll(namespaces);
        }
        return List.copyOf(names);
    }

    /** What the pods of a namespace want that have not ended, whether they are on a node or wait: what a quota counts. */
    public static ResourceAmounts wanted(Snapshot snapshot, String namespace) {
        return snapshot.pods().filter(pod -> pod.namespace().equals(namespace) && !pod.phase().terminal())
                .map(PodFacts::requests).reduce(ResourceAmounts.NONE, ResourceAmounts::plus);
    }

    private List<QuotaLine> lines() {
        var lines = new ArrayList<QuotaLine>();
        var names = new TreeSet<>(known(snapshot));
        quotas.namespaces().forEach(each -> names.add(each.namespace()));
        for (var name : names) {
            var bounds = quotas.of(name);
            bounds.quotas().forEach(quota -> quota.allowances().stream()
                    .filter(each -> each.key().counts() != CountedUnit.OTHER || each.key().ofClaims())
                    .forEach(each -> lines.add(counted(bounds, quota, each))));
            unbounded(bounds, lines);
        }
        quotas.queues().stream().filter(share -> QuotaKey.ofResource(share.resource()).counts() == CountedUnit.DEVICES)
                .forEach(share -> lines.add(queued(share)));
        lines.sort(ORDER);
        return lines;
    }

    private QuotaLine counted(NamespaceQuotas bounds, QuotaFacts quota, QuotaAllowance allowance) {
        var key = allowance.key();
        var spent = spent(bounds, quota);
        var standing = standing(allowance, spent.isPresent());
        boolean nothing = standing == LineStatus.LIMITS_NOTHING;
        var room = key.counts() == CountedUnit.DEVICES && byPlugins(key) ? room(key.resource())
                : Optional.<ResourceRoom>empty();
        var left = nothing ? OptionalLong.empty() : allowance.left();
        return new QuotaLine(LineOwner.NAMESPACE, quota.namespace(), quota.name(), key.text(), key.resource(),
                nothing ? OptionalLong.empty() : allowance.taken(), allowance.limit(), left, room,
                room.isEmpty() || left.isEmpty() || bounds.quotaGap().isPresent() ? OptionalLong.empty()
                        : OptionalLong
                                .of(spent.isPresent() ? 0 : Math.min(least(bounds, quota, key), room.get().free())),
                OptionalLong.empty(), standing, quota.scope(),
                standing == LineStatus.FULL && spent.isPresent() ? spent.get() : remark(allowance, standing));
    }

    /** Whether device plugins alone hand out a resource: what a class of devices has of it beside them is not counted here. */
    private boolean byPlugins(QuotaKey key) {
        return snapshot.devices().classOf(key.resource()).isEmpty();
    }

    /** Which quota lets no further pod in, whatever it leaves of devices; empty where none is known to. */
    private static Optional<String> spent(NamespaceQuotas bounds, QuotaFacts quota) {
        return bounds.quotas().stream().filter(each -> each.scope().isEmpty() || each.equals(quota))
                .flatMap(each -> each.allowances().stream().filter(one -> one.key().ofEveryPod() && one.spent())
                        .map(one -> "quota %s leaves nothing of %s (%s)".formatted(each.name(), one.key().text(),
                                one.hard())))
                .findFirst();
    }

    /** What the tightest leaves of a quota and of those that count a thing for all pods of the namespace. */
    private static long least(NamespaceQuotas bounds, QuotaFacts quota, QuotaKey key) {
        return bounds.quotas().stream().filter(each -> each.scope().isEmpty() || each.equals(quota))
                .flatMap(each -> each.of(key).stream()).flatMapToLong(each -> each.left().stream()).min()
                .orElse(Long.MAX_VALUE);
    }

    private static LineStatus standing(QuotaAllowance allowance, boolean spent) {
        if (allowance.key().counts() == CountedUnit.NOTHING) {
            return LineStatus.LIMITS_NOTHING;
        }
        if (allowance.taken().isEmpty() || allowance.limit().isEmpty()) {
            return LineStatus.NOT_COUNTED;
        }
        if (allowance.behind()) {
            return LineStatus.BEHIND;
        }
        var own = standing(allowance.taken().getAsLong(), allowance.limit().getAsLong());
        return spent && own != LineStatus.EXCEEDED ? LineStatus.FULL : own;
    }

    private static LineStatus standing(long used, long hard) {
        if (used >= hard) {
            return used > hard ? LineStatus.EXCEEDED : LineStatus.FULL;
        }
        return used >= NEARLY * hard ? LineStatus.NEARLY_FULL : LineStatus.OPEN;
    }

    private String remark(QuotaAllowance allowance, LineStatus standing) {
        return switch (standing) {
            case LIMITS_NOTHING -> "has no effect; only requests.%s is counted".formatted(allowance.key().resource());
            case BEHIND -> "the server still counts against %s".formatted(allowance.counted().orElse(""));
            case NOT_COUNTED -> "the server has not counted it yet";
            case EXCEEDED -> "more is used than is allowed; no further pod is let in";
            case OPEN, NEARLY_FULL, FULL, CLOSED, NOWHERE, UNLIMITED, UNKNOWN -> charged(allowance.key());
        };
    }

    /** By what a server counts claims: not by what they were given. */
    private String charged(QuotaKey key) {
        return switch (key.counts()) {
            case CLAIMS -> "claims count by what they ask for, allocated or not";
            case DEVICES -> snapshot.devices().classOf(key.resource())
                    .filter(_ -> !snapshot.devices().server().before(CLAIMS_COUNT))
                    .map(each -> "%sclaims of the class %s count, too".formatted(
                            snapshot.devices().server().since(CLAIMS_COUNT) ? "" : "from Kubernetes 1.36 on ",
                            each.name()))
                    .orElse("");
            case NOTHING, OTHER -> "";
        };
    }

    /** Devices that pods of a namespace want, and that no quota counts. */
    private void unbounded(NamespaceQuotas bounds, List<QuotaLine> lines) {
        var wanted = wanted(snapshot, bounds.namespace());
        boolean unknown = bounds.quotaGap().isPresent();
        for (var resource : wanted.names()) {
            var key = QuotaKey.ofResource(resource);
            if (!accelerators.wants(wanted, resource)
                    || bounds.quotas().stream().anyMatch(quota -> quota.scope().isEmpty()
                            && quota.of(key).isPresent())) {
                continue;
            }
            var room = room(resource);
            lines.add(new QuotaLine(LineOwner.NAMESPACE, bounds.namespace(), "", resource, resource,
                    OptionalLong.of(wanted.get(resource)), OptionalLong.empty(), OptionalLong.empty(),
                    room, unknown || room.isEmpty() ? OptionalLong.empty() : OptionalLong.of(room.get().free()),
                    OptionalLong.empty(), unknown ? LineStatus.UNKNOWN : LineStatus.UNLIMITED, "",
                    bounds.quotaGap().map(Problem::sentence).orElse("")));
        }
        if (unknown && lines.stream().noneMatch(line -> line.owner().equals(bounds.namespace())
                && line.standing() == LineStatus.UNKNOWN)) {
            lines.add(new QuotaLine(LineOwner.NAMESPACE, bounds.namespace(), "", "", "", OptionalLong.empty(),
                    OptionalLong.empty(), OptionalLong.empty(), Optional.empty(), OptionalLong.empty(),
                    OptionalLong.empty(), LineStatus.UNKNOWN, "", bounds.quotaGap().get().sentence()));
        }
    }

    private QuotaLine queued(QueueShare share) {
        var hard = Quantity.units(share.nominal());
        var used = share.taken();
        var borrowed = share.borrowed().map(Quantity::units).orElse(OptionalLong.empty());
        boolean beyond = borrowed.orElse(0) > 0;
        long lent = share.lent().orElse(0);
        var room = ResourceRoom.of(snapshot, share.resource(), share.nodes());
        boolean nowhere = room.filter(nodes -> nodes.all() == 0).isPresent();
        var standing = share.closed().isPresent() ? LineStatus.CLOSED
                : nowhere ? LineStatus.NOWHERE
                        : used.isEmpty() || hard.isEmpty() ? LineStatus.NOT_COUNTED
                                : beyond ? LineStatus.FULL : standing(used.getAsLong() + lent, hard.getAsLong());
        var words = new ArrayList<>(share.closed().stream().toList());
        if (nowhere) {
            words.add("no node of flavor %s offers it now".formatted(share.flavor()));
        }
        if (used.isEmpty()) {
            words.add("the queue does not say what is used");
        }
        if (lent > 0) {
            words.add(lent + " lent to others");
        }
        if (beyond) {
            words.add("%d borrowed from cohort %s%s".formatted(borrowed.getAsLong(), share.cohort(),
                    share.now().orElse(0) > 0 ? ", which can lend %d more now".formatted(share.now().getAsLong())
                            : ""));
        } else if (!share.cohort().isEmpty()) {
            words.add(share.borrows());
        }
        if (share.pending() > 0) {
            words.add(share.pending() + (share.pending() == 1 ? " workload waits" : " workloads wait"));
        }
        return new QuotaLine(LineOwner.QUEUE, share.queue(), share.flavor(), share.resource(), share.resource(), used,
                hard,
                share.left(), room, OptionalLong.empty(), borrowed, standing, "", String.join("; ", words));
    }

    private Optional<ResourceRoom> room(String resource) {
        return rooms.computeIfAbsent(resource, name -> ResourceRoom.usual(snapshot, name));
    }
}
