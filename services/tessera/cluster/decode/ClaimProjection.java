package tessera.cluster.decode;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tessera.model.AllocatedDevice;
import tessera.model.ClaimAllocation;
import tessera.model.ClaimConsumer;
import tessera.model.ResourceClaim;

/** Reads ResourceClaims. */
final class ClaimProjection extends ObjectProjection<ResourceClaim> {

    private static final FieldTable CLAIM = FieldTable.of("metadata", "spec", "status");
    private static final FieldTable SPEC = FieldTable.of("devices");
    private static final FieldTable STATUS = FieldTable.of("allocation", "reservedFor");
    private static final FieldTable ALLOCATION = FieldTable.of("devices", "nodeSelector", "allocationTimestamp");
    private static final FieldTable RESULTS = FieldTable.of("results");
    private static final FieldTable RESULT = FieldTable.of("request", "driver", "pool", "device", "shareID",
            "adminAccess",
            "consumedCapacity");
    private static final FieldTable USER = FieldTable.of("resource", "name", "uid");
    private static final FieldTable TERMS = FieldTable.of("nodeSelectorTerms");
    private static final FieldTable TERM = FieldTable.of("matchFields");
    private static final FieldTable MATCH = FieldTable.of("values");

    private final InternPool shared;
    private final StringPool strings;
    private final MetadataDraft metadata;
    private final DeviceRequestDraft requests;
    private @Nullable ClaimAllocation allocation;
    private List<ClaimConsumer> consumers = List.of();

    ClaimProjection(InternPool shared) {
        this.shared = shared;
        strings = shared.strings;
        metadata = MetadataDraft.ofClaims(shared);
        requests = new DeviceRequestDraft(shared);
    }

    @Override
    MetadataDraft metadata() {
        return metadata;
    }

    @Override
    @Nullable
    ResourceClaim read(JsonScanner json) throws IOException {
        metadata.clear();
        requests.clear();
        allocation = null;
        consumers = List.of();
        if (!json.object()) {
            return null;
        }
        for (int field = json.field(CLAIM); field != JsonScanner.END; field = json.field(CLAIM)) {
            if (field == 0) {
                metadata.read(json);
            } else if (json.object()) {
                part(json, field == 1);
            }
        }
        return metadata.name.isEmpty() ? null
                : new ResourceClaim(metadata.namespace, metadata.name, metadata.created,
                        metadata.deleting != null, metadata.owner,
                        metadata.annotations.kept().has(AnnotationDraft.EXTENDED_CLAIM, "true"),
                        requests.requests(), requests.constraints(), allocation,
                        consumers);
    }

    private void part(JsonScanner json, boolean spec) throws IOException {
        if (spec) {
            while (json.field(SPEC) != JsonScanner.END) {
                requests.read(json);
            }
            return;
        }
        for (int field = json.field(STATUS); field != JsonScanner.END; field = json.field(STATUS)) {
            if (field == 0) {
                allocation = json.object() ? allocation(json) : null;
            } else {
                consumers = ScannedLists.objects(json, this::consumer);
            }
        }
    }

    private ClaimAllocation allocation(JsonScanner json) throws IOException {
        List<AllocatedDevice> results = List.of();
        var node = "";
        Instant since = null;
        for (int field = json.field(ALLOCATION); field != JsonScanner.END; field = json.field(ALLOCATION)) {
            switch (field) {
                case 0 -> {
                    if (json.object()) {
                        while (json.field(RESULTS) != JsonScanner.END) {
                            results = ScannedLists.objects(json, this::result);
                        }
                    }
                }
                case 1 -> node = node(json);
                default -> since = shared.instant(json);
            }
        }
        return new ClaimAllocation(results, node, since);
    }

    private AllocatedDevice result(JsonScanner json) throws IOException {
        var texts = new String[] {"", "", "", "", ""};
        boolean admin = false;
        Map<String, Long> consumed = Map.of();
        for (int field = json.field(RESULT); field != JsonScanner.END; field = json.field(RESULT)) {
            switch (field) {
                case 5 -> admin = json.flag();
                case 6 -> consumed = ScannedLists.map(json, strings,
                        each -> SliceProjection.units(each, each.text()));
                default -> texts[field] = json.text(strings);
            }
        }
        return new AllocatedDevice(texts[0], texts[1], texts[2], texts[3], admin, texts[4], consumed);
    }

    /** The node by whose name the first term selects. */
    private String node(JsonScanner json) throws IOException {
        var node = "";
        if (!json.object()) {
            return node;
        }
        while (json.field(TERMS) != JsonScanner.END) {
            for (var term : ScannedLists.objects(json, this::term)) {
                node = node.isEmpty() ? term : node;
            }
        }
        return node;
    }

    private String term(JsonScanner json) throws IOException {
        var node = "";
        while (json.field(TERM) != JsonScanner.END) {
            for (var value : ScannedLists.objects(json, this::match)) {
                node = node.isEmpty() ? value : node;
            }
        }
        return node;
    }

    private String match(JsonScanner json) throws IOException {
        var node = "";
        while (json.field(MATCH) != JsonScanner.END) {
            node = ScannedLists.texts(json, strings).stream().findFirst().orElse("");
        }
        return node;
    }

    private ClaimConsumer consumer(JsonScanner json) throws IOException {
        var texts = new String[] {"", "", ""};
        for (int field = json.field(USER); field != JsonScanner.END; field = json.field(USER)) {
            texts[field] = field == 0 ? json.text(strings) : json.text();
        }
        // Most claims are used by the pod that they were made for.
        var owner = metadata.owner.name();
        texts[1] = texts[1].equals(owner) ? owner : texts[1];
        return new ClaimConsumer(texts[0], texts[1], texts[2]);
    }
}
