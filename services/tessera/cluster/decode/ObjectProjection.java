package tessera.cluster.decode;

import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tessera.model.DeviceClass;
import tessera.model.DeviceTaintRule;
import tessera.model.NodeFacts;
import tessera.model.PodFacts;
import tessera.model.ResourceClaim;
import tessera.model.ResourceSlice;
import tessera.model.UnreadObject;

/**
 * Converts objects of one kind into facts while reading them. Holds what it needs to read one object, and reads the next into the same; not
 * safe for use by several threads.
 */
public abstract sealed class ObjectProjection<T> permits PodProjection, NodeProjection, SliceProjection,
        ClaimProjection, ClassProjection, TaintRuleProjection {

    /** Returns the projection of pods. What they have in common is shared. */
    public static ObjectProjection<PodFacts> forPods(InternPool shared) {
        return new PodProjection(shared);
    }

    /** Returns the projection of nodes. What they have in common is shared. */
    public static ObjectProjection<NodeFacts> forNodes(InternPool shared) {
        return new NodeProjection(shared);
    }

    /** Returns the projection of ResourceSlices. What their devices have in common is shared. */
    public static ObjectProjection<ResourceSlice> forSlices(InternPool shared) {
        return new SliceProjection(shared);
    }

    /** Returns the projection of ResourceClaims. */
    public static ObjectProjection<ResourceClaim> forClaims(InternPool shared) {
        return new ClaimProjection(shared);
    }

    /** Returns the projection of DeviceClasses. */
    public static ObjectProjection<DeviceClass> forDeviceClasses(InternPool shared) {
        return new ClassProjection(shared);
    }

    /** Returns the projection of DeviceTaintRules. */
    public static ObjectProjection<DeviceTaintRule> forTaintRules(InternPool shared) {
        return new TaintRuleProjection(shared);
    }

    /** Reads the object a scanner stands before; null when it has no name. */
    abstract @Nullable T read(JsonScanner json) throws IOException;

    /** Returns what the object read last is called, as far as it says so. */
    abstract MetadataDraft metadata();

    /** Returns the namespace and the name of the object read last. */
    public String key() {
        return UnreadObject.path(metadata().namespace, metadata().name);
    }

    /** Reads the object a scanner stands before, and notes what of it does not fit; null when it has no name. */
    final @Nullable T readNoting(JsonScanner json) throws IOException {
        json.begin();
        return read(json);
    }

    /** Returns what of the object read last could not be read; empty when nothing was amiss, as nearly always. */
    final Optional<UnreadObject> unread(JsonScanner json) {
        var called = metadata();
        var misfit = json.misfit();
        if (misfit == null && !called.name.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new UnreadObject(kind(), called.namespace, called.name,
                misfit == null ? called.nameProblem() : misfit));
    }

    /** Returns the kind of the objects, as the API calls it. */
    public String kind() {
        return switch (this) {
            case PodProjection _ -> "Pod";
            case NodeProjection _ -> "Node";
            case SliceProjection _ -> "ResourceSlice";
            case ClaimProjection _ -> "ResourceClaim";
            case ClassProjection _ -> "DeviceClass";
            case TaintRuleProjection _ -> "DeviceTaintRule";
        };
    }
}
