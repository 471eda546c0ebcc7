package tessera.cluster.fleet;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import tessera.model.DeviceClass;
import tessera.model.DeviceInventory;
import tessera.model.DeviceTaintRule;
import tessera.model.DraObject;
import tessera.model.ResourceClaim;
import tessera.model.ResourceSlice;
import tessera.model.Snapshot;
import tessera.model.SourceHealth;

/**
 * A collection that is followed.
 *
 * @param namespace empty for the whole cluster
 */
public record Source(Kind kind, String namespace) {

    /** What a collection holds. */
    public enum Kind {
        NODES,
        PODS,
        /** ResourceSlices. */
        SLICES,
        /** DeviceClasses. */
        CLASSES,
        /** ResourceClaims. */
        CLAIMS,
        /** DeviceTaintRules. */
        TAINT_RULES
    }

    public static final Source NODES = new Source(Kind.NODES, "");
    public static final Source PODS = new Source(Kind.PODS, "");
    /** Those of dynamic resource allocation. */
    public static final List<Source> DEVICES = Stream.of(Kind.SLICES, Kind.CLASSES, Kind.CLAIMS, Kind.TAINT_RULES)
            .map(kind -> new Source(kind, "")).toList();

    /** The collections of a whole cluster that a snapshot holds, be it as they once were. */
    public static Set<Source> knownIn(Snapshot last) {
        var known = new HashSet<Source>();
        if (known(last.nodeHealth())) {
            known.add(NODES);
        }
        if (known(last.podHealth()) && last.podScope().complete()) {
            known.add(PODS);
        }
        var devices = last.devices();
        if (devices.served()) {
            for (var source : DEVICES) {
                if (known(health(devices.health(), source.kind()))) {
                    known.add(source);
                }
            }
        }
        return known;
    }

    private static SourceHealth health(DeviceInventory.Collections health, Kind kind) {
        return switch (kind) {
            case SLICES -> health.slices();
            case CLASSES -> health.classes();
            default -> health.claims();
        };
    }

    /** Whether there is nothing to show without it. */
    boolean essential() {
        return kind == Kind.NODES || kind == Kind.PODS;
    }

    private static boolean known(SourceHealth health) {
        return switch (health) {
            case SourceHealth.Live _,SourceHealth.Stale _ -> true;
            case SourceHealth.Loading _,SourceHealth.Absent _ -> false;
        };
    }

    public static Source podsOf(String namespace) {
        return new Source(Kind.PODS, namespace);
    }

    /** Returns the kind of an object of resource.k8s.io. */
    static Kind kind(DraObject object) {
        return switch (object) {
            case ResourceSlice _ -> Kind.SLICES;
            case DeviceClass _ -> Kind.CLASSES;
            case ResourceClaim _ -> Kind.CLAIMS;
            case DeviceTaintRule _ -> Kind.TAINT_RULES;
        };
    }
}
