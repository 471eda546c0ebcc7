package tessera.cluster.decode;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import tessera.kube.scheduling.Taint;
import tessera.model.DeviceTaint;
import tessera.model.DeviceTaintRule;

/** Reads DeviceTaintRules. */
final class DeviceTaintRuleDecoder extends KubernetesObjectDecoder<DeviceTaintRule> {

    private static final JsonFieldNameTable RULE = JsonFieldNameTable.of("metadata", "spec");
    private static final JsonFieldNameTable SPEC = JsonFieldNameTable.of("deviceSelector", "taint");
    private static final JsonFieldNameTable SELECTOR = JsonFieldNameTable.of("driver", "pool", "device",
            "deviceClassName",
            "selectors");
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
        return metadata.name.isEmpty() ? null
                : new DeviceTaintRule(metadata.name, texts[0], texts[1], texts[2], narrowed, taint.taint(),
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
