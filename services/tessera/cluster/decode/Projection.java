package tessera.cluster.decode;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import tessera.model.DeviceClass;
import tessera.model.DeviceTaintRule;
import tessera.model.NodeFacts;
import tessera.model.PodFacts;
import tessera.model.ResourceClaim;
import tessera.model.ResourceSlice;

/**
 * How objects of one kind become facts. Holds what it needs to read one object, and reads the next into the same; not
 * safe for use by several threads.
 */
public abstract sealed class Projection<T> permits PodProjection, NodeProjection, SliceProjection,
        ClaimProjection, ClassProjection, TaintRuleProjection {

    /** Of pods. What they have in common is shared. */
    public static Projection<PodFacts> pods(Shared shared) {
        return new PodProjection(shared);
    }

    /** Of nodes. What they have in common is shared. */
    public static Projection<NodeFacts> nodes(Shared shared) {
        return new NodeProjection(shared);
    }

    /** Of ResourceSlices. What their devices have in common is shared. */
    public static Projection<ResourceSlice> slices(Shared shared) {
        return new SliceProjection(shared);
    }

    /** Of ResourceClaims. */
    public static Projection<ResourceClaim> claims(Shared shared) {
        return new ClaimProjection(shared);
    }

    /** Of DeviceClasses. */
    public static Projection<DeviceClass> classes(Shared shared) {
        return new ClassProjection(shared);
    }

    /** Of DeviceTaintRules. */
    public static Projection<DeviceTaintRule> taintRules(Shared shared) {
        return new TaintRuleProjection(shared);
    }

    /** Reads the object a scanner stands before; null when it has no name, and therefore is none. */
    abstract @Nullable T read(JsonScanner json) throws IOException;

    /** The resource version of the object read last, empty when it had none. */
    abstract String version();
}
