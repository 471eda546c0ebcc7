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
public abstract sealed class ObjectProjection<T> permits PodProjection, NodeProjection, SliceProjection,
        ClaimProjection, ClassProjection, TaintRuleProjection {

    /** Of pods. What they have in common is shared. */
    public static ObjectProjection<PodFacts> pods(InternPool shared) {
        return new PodProjection(shared);
    }

    /** Of nodes. What they have in common is shared. */
    public static ObjectProjection<NodeFacts> nodes(InternPool shared) {
        return new NodeProjection(shared);
    }

    /** Of ResourceSlices. What their devices have in common is shared. */
    public static ObjectProjection<ResourceSlice> slices(InternPool shared) {
        return new SliceProjection(shared);
    }

    /** Of ResourceClaims. */
    public static ObjectProjection<ResourceClaim> claims(InternPool shared) {
        return new ClaimProjection(shared);
    }

    /** Of DeviceClasses. */
    public static ObjectProjection<DeviceClass> classes(InternPool shared) {
        return new ClassProjection(shared);
    }

    /** Of DeviceTaintRules. */
    public static ObjectProjection<DeviceTaintRule> taintRules(InternPool shared) {
        return new TaintRuleProjection(shared);
    }

    /** Reads the object a scanner stands before; null when it has no name, and therefore is none. */
    abstract @Nullable T read(JsonScanner json) throws IOException;

    /** The resource version of the object read last, empty when it had none. */
    abstract String version();
}
