package tessera.cluster.decode;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tessera.model.DeviceClass;

/** Reads DeviceClasses. */
final class DeviceClassDecoder extends KubernetesObjectDecoder<DeviceClass> {

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
        return metadata.name.isEmpty() ? null
                : new DeviceClass(metadata.name, metadata.created, selectors, resource);
    }
}
