package tessera.quota;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.TreeSet;
import tessera.insight.Accelerators;
import tessera.model.PodFacts;
import tessera.model.PodScope;
import tessera.model.Problem;
import tessera.model.Quantity;
import tessera.model.Resources;
import tessera.model.Snapshot;
import tessera.quota.QuotaKey.Counts;
import tessera.quota.QuotaLine.Of;
import tessera.quota.QuotaLine.Standing;

/** What there is to be shown of quotas: a line for each device that a namespace or a queue may take. Pure. */
public final class QuotaTable {

    /** From so much on little is left. */
    private static final double NEARLY = 0.9;
    private static final Comparator<QuotaLine> ORDER = Comparator.comparing(QuotaLine::of)
            .thenComparing(QuotaLine::owner).thenComparing(line -> line.source().isEmpty())
            .thenComparing(QuotaLine::resource).thenComparing(QuotaLine::key)
            .thenComparing(QuotaLine::source);

    private final Quotas quotas;
    private final Snapshot snapshot;
    private final Accelerators accelerators;
    private final Map<String, Optional<Room>> rooms = new TreeMap<>();

    private QuotaTable(Quotas quotas, Snapshot snapshot, Accelerators accelerators) {
        this.quotas = quotas;
        this.snapshot = snapshot;
        this.accelerators = accelerators;
    }

    /** The lines: namespaces first, by name. */
    public static List<QuotaLine> of(Quotas quotas, Snapshot snapshot, Accelerators accelerators) {
        return new QuotaTable(quotas, snapshot, accelerators).lines();
    }

    /** The namespaces of which pods are seen, and those that are looked at anyway. */
    public static List<String> known(Snapshot snapshot) {
        var names = new TreeSet<String>();
        snapshot.pods().forEach(pod -> names.add(pod.namespace()));
        if (snapshot.podScope() instanceof PodScope.Only(var namespaces, var _)) {
            names.addAll(namespaces);
        }
        return List.copyOf(names);
    }

    /** What the pods of a namespace want that have not ended, whether they are on a node or wait: what a quota counts. */
    public static Resources wanted(Snapshot snapshot, String namespace) {
        return snapshot.pods().filter(pod -> pod.namespace().equals(namespace) && !pod.phase().terminal())
                .map(PodFacts::requests).reduce(Resources.NONE, Resources::plus);
    }

    private List<QuotaLine> lines() {
        var lines = new ArrayList<QuotaLine>();
        var names = new TreeSet<>(known(snapshot));
        quotas.namespaces().forEach(each -> names.add(each.namespace()));
        for (var name : names) {
            var bounds = quotas.of(name);
            bounds.quotas().forEach(quota -> quota.allowances().stream()
                    .filter(each -> each.key().counts() != Counts.OTHER || each.key().ofClaims())
                    .forEach(each -> lines.add(counted(bounds, quota, each))));
            unbounded(bounds, lines);
        }
        quotas.queues().stream().filter(share -> QuotaKey.ofResource(share.resource()).counts() == Counts.DEVICES)
                .forEach(share -> lines.add(queued(share)));
        lines.sort(ORDER);
        return lines;
    }

    private QuotaLine counted(NamespaceQuotas bounds, Quota quota, Allowance allowance) {
        var key = allowance.key();
        var spent = spent(bounds, quota);
        var standing = standing(allowance, spent.isPresent());
        boolean nothing = standing == Standing.LIMITS_NOTHING;
        var room = key.counts() == Counts.DEVICES ? room(key.resource()) : Optional.<Room>empty();
        var left = nothing ? OptionalLong.empty() : allowance.left();
        return new QuotaLine(Of.NAMESPACE, quota.namespace(), quota.name(), key.text(), key.resource(),
                nothing ? OptionalLong.empty() : allowance.taken(), allowance.limit(), left, room,
                room.isEmpty() || left.isEmpty() || bounds.quotaGap().isPresent() ? OptionalLong.empty()
                        : OptionalLong
                                .of(spent.isPresent() ? 0 : Math.min(least(bounds, quota, key), room.get().free())),
                OptionalLong.empty(), standing, quota.scope(),
                standing == Standing.FULL && spent.isPresent() ? spent.get() : remark(allowance, standing));
    }

    /** Which quota lets no further pod in, whatever it leaves of devices; empty where none is known to. */
    private static Optional<String> spent(NamespaceQuotas bounds, Quota quota) {
        return bounds.quotas().stream().filter(each -> each.scope().isEmpty() || each.equals(quota))
                .flatMap(each -> each.allowances().stream().filter(one -> one.key().ofEveryPod() && one.spent())
                        .map(one -> "quota %s leaves nothing of %s (%s)".formatted(each.name(), one.key().text(),
                                one.hard())))
                .findFirst();
    }

    /** What the tightest leaves of a quota and of those that count a thing for all pods of the namespace. */
    private static long least(NamespaceQuotas bounds, Quota quota, QuotaKey key) {
        return bounds.quotas().stream().filter(each -> each.scope().isEmpty() || each.equals(quota))
                .flatMap(each -> each.of(key).stream()).flatMapToLong(each -> each.left().stream()).min()
                .orElse(Long.MAX_VALUE);
    }

    private static Standing standing(Allowance allowance, boolean spent) {
        if (allowance.key().counts() == Counts.NOTHING) {
            return Standing.LIMITS_NOTHING;
        }
        if (allowance.taken().isEmpty() || allowance.limit().isEmpty()) {
            return Standing.NOT_COUNTED;
        }
        if (allowance.behind()) {
            return Standing.BEHIND;
        }
        var own = standing(allowance.taken().getAsLong(), allowance.limit().getAsLong());
        return spent && own != Standing.EXCEEDED ? Standing.FULL : own;
    }

    private static Standing standing(long used, long hard) {
        if (used >= hard) {
            return used > hard ? Standing.EXCEEDED : Standing.FULL;
        }
        return used >= NEARLY * hard ? Standing.NEARLY_FULL : Standing.OPEN;
    }

    private String remark(Allowance allowance, Standing standing) {
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
                    .map(each -> "from Kubernetes 1.36 on claims of the class %s count, too".formatted(each.name()))
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
            lines.add(new QuotaLine(Of.NAMESPACE, bounds.namespace(), "", resource, resource,
                    OptionalLong.of(wanted.get(resource)), OptionalLong.empty(), OptionalLong.empty(),
                    room, unknown || room.isEmpty() ? OptionalLong.empty() : OptionalLong.of(room.get().free()),
                    OptionalLong.empty(), unknown ? Standing.UNKNOWN : Standing.UNLIMITED, "",
                    bounds.quotaGap().map(Problem::sentence).orElse("")));
        }
        if (unknown && lines.stream().noneMatch(line -> line.owner().equals(bounds.namespace())
                && line.standing() == Standing.UNKNOWN)) {
            lines.add(new QuotaLine(Of.NAMESPACE, bounds.namespace(), "", "", "", OptionalLong.empty(),
                    OptionalLong.empty(), OptionalLong.empty(), Optional.empty(), OptionalLong.empty(),
                    OptionalLong.empty(), Standing.UNKNOWN, "", bounds.quotaGap().get().sentence()));
        }
    }

    private QuotaLine queued(QueueShare share) {
        var hard = Quantity.units(share.nominal());
        var used = share.taken();
        var borrowed = share.borrowed().map(Quantity::units).orElse(OptionalLong.empty());
        boolean beyond = borrowed.orElse(0) > 0;
        long lent = share.lent().orElse(0);
        var room = Room.of(snapshot, share.resource(), share.nodes());
        boolean nowhere = room.filter(nodes -> nodes.all() == 0).isPresent();
        var standing = share.closed().isPresent() ? Standing.CLOSED
                : nowhere ? Standing.NOWHERE
                        : used.isEmpty() || hard.isEmpty() ? Standing.NOT_COUNTED
                                : beyond ? Standing.FULL : standing(used.getAsLong() + lent, hard.getAsLong());
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
        return new QuotaLine(Of.QUEUE, share.queue(), share.flavor(), share.resource(), share.resource(), used, hard,
                share.left(), room, OptionalLong.empty(), borrowed, standing, "", String.join("; ", words));
    }

    private Optional<Room> room(String resource) {
        return rooms.computeIfAbsent(resource, name -> Room.usual(snapshot, name));
    }
}
