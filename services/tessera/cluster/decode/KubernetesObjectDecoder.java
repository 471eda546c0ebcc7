package tessera.cluster.decode;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tessera.kube.scheduling.Taint;
import tessera.model.DeviceClass;
import tessera.model.DeviceTaint;
import tessera.model.DeviceTaintRule;
import tessera.model.NodeSummary;
import tessera.model.PodSummary;
import tessera.model.ResourceClaim;
import tessera.model.ResourceSlice;
import tessera.model.UnreadableObject;

/**
 * Converts objects of one kind into facts while reading them. Holds what it needs to read one object, and reads the next into the same; not
 * safe for use by several threads.
 */
public abstract sealed class KubernetesObjectDecoder<T>
        permits PodDecoder, NodeDecoder, ResourceSliceDecoder, ResourceClaimDecoder,
        KubernetesObjectDecoder.DeviceClassDecoder, KubernetesObjectDecoder.DeviceTaintRuleDecoder {

    /** Returns the projection of pods. What they have in common is shared. */
    public static KubernetesObjectDecoder<PodSummary> forPods(InternPool shared) {
        return new PodDecoder(shared);
    }

    /** Returns the projection of nodes. What they have in common is shared. */
    public static KubernetesObjectDecoder<NodeSummary> forNodes(InternPool shared) {
        return new NodeDecoder(shared);
    }

    /** Returns the projection of ResourceSlices. What their devices have in common is shared. */
    public static KubernetesObjectDecoder<ResourceSlice> forSlices(InternPool shared) {
        return new ResourceSliceDecoder(shared);
    }

    /** Returns the projection of ResourceClaims. */
    public static KubernetesObjectDecoder<ResourceClaim> forClaims(InternPool shared) {
        return new ResourceClaimDecoder(shared);
    }

    /** Returns the projection of DeviceClasses. */
    public static KubernetesObjectDecoder<DeviceClass> forDeviceClasses(InternPool shared) {
        return new DeviceClassDecoder(shared);
    }

    /** Returns the projection of DeviceTaintRules. */
    public static KubernetesObjectDecoder<DeviceTaintRule> forTaintRules(InternPool shared) {
        return new DeviceTaintRuleDecoder(shared);
    }

    /** Reads the object a scanner stands before; null when it has no name. */
    abstract @Nullable T read(JsonScanner json) throws IOException;

    /** Returns what the object read last is called, as far as it says so. */
    abstract ObjectMetadataDecoder metadata();

    /** Returns the namespace and the name of the object read last. */
    public String key() {
        return UnreadableObject.path(metadata().namespace, metadata().name);
    }

    /** Reads the object a scanner stands before, and notes what of it does not fit; null when it has no name. */
    final @Nullable T readNoting(JsonScanner json) throws IOException {
        json.begin();
        return read(json);
    }

    /** Returns what of the object read last could not be read; empty when nothing was amiss, as nearly always. */
    final Optional<UnreadableObject> unread(JsonScanner json) {
        var metadata = metadata();
        var misfit = json.misfit();
        if (misfit == null && !metadata.name.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new UnreadableObject(kind(), metadata.namespace, metadata.name,
                misfit == null ? metadata.nameProblem() : misfit));
    }

    /** Returns the kind of the objects, as the API calls it. */
    public String kind() {
        return switch (this) {
            case PodDecoder _ -> "Pod";
            case NodeDecoder _ -> "Node";
            case ResourceSliceDecoder _ -> "ResourceSlice";
            case ResourceClaimDecoder _ -> "ResourceClaim";
            case DeviceClassDecoder _ -> "DeviceClass";
            case DeviceTaintRuleDecoder _ -> "DeviceTaintRule";
        };
    }

    /** Reads DeviceClasses. */
    private static final class DeviceClassDecoder extends KubernetesObjectDecoder<DeviceClass> {

        private static final JsonFieldNameTable CLASS = JsonFieldNameTable.of("metadata", "spec");
        private static final JsonFieldNameTable SPEC = JsonFieldNameTable.of("selectors", "extendedResourceName");

        private final InternPool shared;
        private final ObjectMetadataDecoder metadata;

        DeviceClassDecoder(InternPool shared) {
            this.shared = shared;
            metadata = ObjectMetadataDecoder.ofDevices(shared);
        }

        @Override
        ObjectMetadataDecoder metadata() {
            return metadata;
        }

        @Override
        @Nullable
        DeviceClass read(JsonScanner json) throws IOException {
            metadata.clear();
            List<String> selectors = List.of();
            var resource = "";
            if (!json.enterObject()) {
                return null;
            }
            for (int field = json.nextField(CLASS); field != JsonScanner.END; field = json.nextField(CLASS)) {
                if (field == 0) {
                    metadata.read(json);
                } else if (json.enterObject()) {
                    for (int of = json.nextField(SPEC); of != JsonScanner.END; of = json.nextField(SPEC)) {
                        if (of == 0) {
                            selectors = DeviceRequestsDecoder.readSelectors(json, shared.strings);
                        } else {
                            resource = json.readText(shared.strings);
                        }
                    }
                }
            }
            if (metadata.name.isEmpty()) {
                return null;
            }
            return new DeviceClass(metadata.name, metadata.created, selectors, resource);
        }
    }

    /** Reads DeviceTaintRules. */
    private static final class DeviceTaintRuleDecoder extends KubernetesObjectDecoder<DeviceTaintRule> {

        private static final JsonFieldNameTable RULE = JsonFieldNameTable.of("metadata", "spec");
        private static final JsonFieldNameTable SPEC = JsonFieldNameTable.of("deviceSelector", "taint");
        private static final JsonFieldNameTable SELECTOR = JsonFieldNameTable.of("driver", "pool", "device",
                "deviceClassName", "selectors");
        private static final int NARROWING = 3;
        private static final DeviceTaint NONE = new DeviceTaint(new Taint("", "", ""), null, "");

        private final InternPool shared;
        private final ObjectMetadataDecoder metadata;

        DeviceTaintRuleDecoder(InternPool shared) {
            this.shared = shared;
            metadata = ObjectMetadataDecoder.ofDevices(shared);
        }

        @Override
        ObjectMetadataDecoder metadata() {
            return metadata;
        }

        @Override
        @Nullable
        DeviceTaintRule read(JsonScanner json) throws IOException {
            metadata.clear();
            var texts = new String[] {"", "", "", "", ""};
            var taint = NONE;
            if (!json.enterObject()) {
                return null;
            }
            for (int field = json.nextField(RULE); field != JsonScanner.END; field = json.nextField(RULE)) {
                if (field == 0) {
                    metadata.read(json);
                } else if (json.enterObject()) {
                    for (int of = json.nextField(SPEC); of != JsonScanner.END; of = json.nextField(SPEC)) {
                        if (of == 0) {
                            readSelector(json, texts);
                        } else if (json.enterObject()) {
                            taint = ResourceSliceDecoder.readTaint(json, shared, metadata.name);
                        }
                    }
                }
            }
            boolean narrowed = !texts[NARROWING].isEmpty() || !texts[NARROWING + 1].isEmpty();
            if (metadata.name.isEmpty()) {
                return null;
            }
            return new DeviceTaintRule(metadata.name, texts[0], texts[1], texts[2], narrowed, taint.taint(),
                    taint.since());
        }

        private void readSelector(JsonScanner json, String[] texts) throws IOException {
            if (!json.enterObject()) {
                return;
            }
            for (int field = json.nextField(SELECTOR); field != JsonScanner.END; field = json.nextField(SELECTOR)) {
                texts[field] = field <= NARROWING ? json.readText(shared.strings)
                        : String.join(";", DeviceRequestsDecoder.readSelectors(json, shared.strings));
            }
        }
    }
}
