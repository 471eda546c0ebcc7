package tessera.cluster.decode;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tessera.model.DeviceClass;

/** Reads DeviceClasses. */
final class ClassProjection extends ObjectProjection<DeviceClass> {

    private static final FieldTable CLASS = FieldTable.of("metadata", "spec");
    private static final FieldTable SPEC = FieldTable.of("selectors", "extendedResourceName");

    private final InternPool shared;
    private final MetadataDraft metadata;

    ClassProjection(InternPool shared) {
        this.shared = shared;
        metadata = MetadataDraft.ofDevices(shared);
    }

    @Override
    MetadataDraft metadata() {
        return metadata;
    }

    @Override
    @Nullable
    DeviceClass read(JsonScanner json) throws IOException {
        metadata.clear();
        List<String> selectors = List.of();
        var resource = "";
        if (!json.object()) {
            return null;
        }
        for (int field = json.field(CLASS); field != JsonScanner.END; field = json.field(CLASS)) {
            if (field == 0) {
                metadata.read(json);
            } else if (json.object()) {
                for (int of = json.field(SPEC); of != JsonScanner.END; of = json.field(SPEC)) {
                    if (of == 0) {
                        selectors = DeviceRequestDraft.selectors(json, shared.strings);
                    } else {
                        resource = json.text(shared.strings);
                    }
                }
            }
        }
        return metadata.name.isEmpty() ? null
                : new DeviceClass(metadata.name, metadata.created, selectors, resource);
    }
}
