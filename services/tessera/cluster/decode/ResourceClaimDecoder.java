package tessera.cluster.decode;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tessera.model.AllocatedDevice;
import tessera.model.ResourceClaim;
import tessera.model.ResourceClaimAllocation;
import tessera.model.ResourceClaimConsumer;

/** Reads ResourceClaims. */
final class ResourceClaimDecoder extends KubernetesObjectDecoder<ResourceClaim> {

    private static final JsonFieldNameTable CLAIM = JsonFieldNameTable.of("metadata", "spec", "status");
    private static final JsonFieldNameTable SPEC = JsonFieldNameTable.of("devices");
    private static final JsonFieldNameTable STATUS = JsonFieldNameTable.of("allocation", "reservedFor");
    private static final JsonFieldNameTable ALLOCATION = JsonFieldNameTable.of("devices", "nodeSelector",
            "allocationTimestamp");
    private static final JsonFieldNameTable RESULTS = JsonFieldNameTable.of("results");
    private static final JsonFieldNameTable RESULT = JsonFieldNameTable.of("request", "driver", "pool", "device",
            "shareID", "adminAccess", "consumedCapacity");
    private static final JsonFieldNameTable USER = JsonFieldNameTable.of("resource", "name", "uid");

    private static final ResourceClaimAllocation NOWHERE = new ResourceClaimAllocation(List.of(), "", Optional.empty(),
            null);

    private final InternPool shared;
    private final StringPool strings;
    private final SchedulingConstraintsDecoder nodes = new SchedulingConstraintsDecoder();
    private final ObjectMetadataDecoder metadata;
    private final DeviceRequestsDecoder requests;
    /** Where devices are: claims of one node come one after another. */
    private final RepeatedJsonValueCache<ResourceClaimAllocation> partCache = new RepeatedJsonValueCache<>(NOWHERE);
    private @Nullable ResourceClaimAllocation allocation;
    private List<ResourceClaimConsumer> consumers = List.of();

    ResourceClaimDecoder(InternPool shared) {
        this.shared = shared;
        strings = shared.strings;
        metadata = ObjectMetadataDecoder.ofClaims(shared);
        requests = new DeviceRequestsDecoder(shared);
    }

    @Override
    ObjectMetadataDecoder metadata() {
        return metadata;
    }

    @Override
    @Nullable
    ResourceClaim read(JsonScanner json) throws IOException {
        metadata.clear();
        requests.clear();
        allocation = null;
        consumers = List.of();
        if (!json.enterObject()) {
            return null;
        }
        for (int field = json.nextField(CLAIM); field != JsonScanner.END; field = json.nextField(CLAIM)) {
            if (field == 0) {
                metadata.read(json);
            } else if (json.enterObject()) {
                readPart(json, field == 1);
            }
        }
        if (metadata.name.isEmpty()) {
            return null;
        }
        return new ResourceClaim(metadata.namespace, metadata.name, metadata.created, metadata.deleting != null,
                metadata.owner, metadata.annotations.keptLabels().has(DeviceAnnotationDecoder.EXTENDED_CLAIM, "true"),
                requests.requests(), requests.constraints(), allocation, consumers);
    }

    private void readPart(JsonScanner json, boolean spec) throws IOException {
        if (spec) {
            while (json.nextField(SPEC) != JsonScanner.END) {
                requests.read(json);
            }
            return;
        }
        for (int field = json.nextField(STATUS); field != JsonScanner.END; field = json.nextField(STATUS)) {
            if (field == 0) {
                allocation = json.enterObject() ? readAllocation(json) : null;
            } else {
                consumers = BoundedJsonCollectionReader.readObjects(json, this::readConsumer);
            }
        }
    }

    private ResourceClaimAllocation readAllocation(JsonScanner json) throws IOException {
        List<AllocatedDevice> results = List.of();
        var reach = NOWHERE;
        Instant since = null;
        for (int field = json.nextField(ALLOCATION); field != JsonScanner.END; field = json.nextField(ALLOCATION)) {
            switch (field) {
                case 0 -> {
                    if (json.enterObject()) {
                        while (json.nextField(RESULTS) != JsonScanner.END) {
                            results = BoundedJsonCollectionReader.readObjects(json, this::readDevice);
                        }
                    }
                }
                case 1 -> reach = partCache.read(json, this::readPlace);
                default -> since = shared.readInstant(json);
            }
        }
        return new ResourceClaimAllocation(results, reach.node(), reach.nodeAffinity(), since);
    }

    private ResourceClaimAllocation readPlace(JsonScanner json) throws IOException {
        return ResourceClaimAllocation.withSelector(List.of(),
                ResourceSliceDecoder.readNodeSelector(json, nodes, strings), null);
    }

    private AllocatedDevice readDevice(JsonScanner json) throws IOException {
        var texts = new String[] {"", "", "", "", ""};
        boolean admin = false;
        Map<String, Long> consumed = Map.of();
        for (int field = json.nextField(RESULT); field != JsonScanner.END; field = json.nextField(RESULT)) {
            switch (field) {
                case 5 -> admin = json.readFlag();
                case 6 -> consumed = BoundedJsonCollectionReader.readMap(json, strings,
                        scanner -> ResourceSliceDecoder.units(scanner, scanner.readText()));
                default -> texts[field] = json.readText(strings);
            }
        }
        return new AllocatedDevice(texts[0], texts[1], texts[2], texts[3], admin, texts[4], consumed);
    }

    private ResourceClaimConsumer readConsumer(JsonScanner json) throws IOException {
        var texts = new String[] {"", "", ""};
        for (int field = json.nextField(USER); field != JsonScanner.END; field = json.nextField(USER)) {
            texts[field] = field == 0 ? json.readText(strings) : json.readText();
        }
        // Most claims are used by the pod that they were made for.
        var owner = metadata.owner.name();
        texts[1] = texts[1].equals(owner) ? owner : texts[1];
        return new ResourceClaimConsumer(texts[0], texts[1], texts[2]);
    }
}
