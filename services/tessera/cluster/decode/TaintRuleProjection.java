package tessera.cluster.decode;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import tessera.model.DeviceTaint;
import tessera.model.DeviceTaintRule;
import tessera.model.Taint;

/** Reads DeviceTaintRules. */
final class TaintRuleProjection extends ObjectProjection<DeviceTaintRule> {

    private static final FieldTable RULE = FieldTable.of("metadata", "spec");
    private static final FieldTable SPEC = FieldTable.of("deviceSelector", "taint");
    private static final FieldTable SELECTOR = FieldTable.of("driver", "pool", "device", "deviceClassName",
            "selectors");
    private static final int NARROWING = 3;
    private static final DeviceTaint NONE = new DeviceTaint(new Taint("", "", ""), null, "");

    private final InternPool shared;
    private final MetadataDraft metadata;

    TaintRuleProjection(InternPool shared) {
        this.shared = shared;
        metadata = MetadataDraft.ofDevices(shared);
    }

    @Override
    MetadataDraft metadata() {
        return metadata;
    }

    @Override
    @Nullable
    DeviceTaintRule read(JsonScanner json) throws IOException {
        metadata.clear();
        var texts = new String[] {"", "", "", "", ""};
        var taint = NONE;
        if (!json.object()) {
            return null;
        }
        for (int field = json.field(RULE); field != JsonScanner.END; field = json.field(RULE)) {
            if (field == 0) {
                metadata.read(json);
            } else if (json.object()) {
                for (int of = json.field(SPEC); of != JsonScanner.END; of = json.field(SPEC)) {
                    if (of == 0) {
                        selector(json, texts);
                    } else if (json.object()) {
                        taint = SliceProjection.taint(json, shared, metadata.name);
                    }
                }
            }
        }
        boolean narrowed = !texts[NARROWING].isEmpty() || !texts[NARROWING + 1].isEmpty();
        return metadata.name.isEmpty() ? null
                : new DeviceTaintRule(metadata.name, texts[0], texts[1], texts[2], narrowed, taint.taint(),
                        taint.since());
    }

    private void selector(JsonScanner json, String[] texts) throws IOException {
        if (!json.object()) {
            return;
        }
        for (int field = json.field(SELECTOR); field != JsonScanner.END; field = json.field(SELECTOR)) {
            texts[field] = field <= NARROWING ? json.text(shared.strings)
                    : String.join(";", DeviceRequestDraft.selectors(json, shared.strings));
        }
    }
}
