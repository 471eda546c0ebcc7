package tessera.cluster.decode;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The volumes of a pod while they are being read: whether any is claimed, and which device files come from the host. */
final class VolumesDraft {

    private static final FieldTable VOLUME = FieldTable.of("persistentVolumeClaim", "ephemeral", "hostPath");
    private static final FieldTable NONE = FieldTable.of("claimName");
    private static final FieldTable HOST_PATH = FieldTable.of("path");
    private static final List<String> DEVICE_FILES = List.of("/dev/nvidia", "/dev/dri", "/dev/kfd", "/dev/accel",
            "/dev/hl");
    private static final int MOST_DEVICES = 64;

    private final List<String> devices = new ArrayList<>(0);
    private boolean claimed;

    void clear() {
        claimed = false;
        devices.clear();
    }

    /** Whether a volume is a claim for storage, or makes one. */
    boolean claimed() {
        return claimed;
    }

    List<String> devices() {
        return List.copyOf(devices);
    }

    void read(JsonScanner json, StringPool strings) throws IOException {
        clear();
        if (!json.array()) {
            return;
        }
        while (json.element()) {
            if (json.object()) {
                volume(json, strings);
            }
        }
    }

    private void volume(JsonScanner json, StringPool strings) throws IOException {
        for (int field = json.field(VOLUME); field != JsonScanner.END; field = json.field(VOLUME)) {
            if (field == 2) {
                hostPath(json, strings);
            } else if (json.object()) {
                claimed = true;
                while (json.field(NONE) != JsonScanner.END) {
                    json.skip();
                }
            }
        }
    }

    private void hostPath(JsonScanner json, StringPool strings) throws IOException {
        if (!json.object()) {
            return;
        }
        while (json.field(HOST_PATH) != JsonScanner.END) {
            var path = json.text(strings);
            boolean device = path.equals("/dev") || path.equals("/dev/")
                    || DEVICE_FILES.stream().anyMatch(path::startsWith);
            if (device && devices.size() < MOST_DEVICES) {
                devices.add(path);
            }
        }
    }
}
