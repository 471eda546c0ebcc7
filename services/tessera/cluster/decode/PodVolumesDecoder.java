package tessera.cluster.decode;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The volumes of a pod while they are being read: whether any is claimed, and which device files come from the host. */
final class PodVolumesDecoder {

    private static final JsonFieldNameTable VOLUME = JsonFieldNameTable.of("persistentVolumeClaim", "ephemeral",
            "hostPath");
    private static final JsonFieldNameTable NONE = JsonFieldNameTable.of("claimName");
    private static final JsonFieldNameTable HOST_PATH = JsonFieldNameTable.of("path");
    private static final List<String> DEVICE_FILES = List.of("/dev/nvidia", "/dev/dri", "/dev/kfd", "/dev/accel",
            "/dev/hl");
    private static final int MOST_DEVICES = 64;

    private final List<String> devices = new ArrayList<>(0);
    private boolean claimed;

    void clear() {
        claimed = false;
        devices.clear();
    }

    /** Returns whether a volume is a PersistentVolumeClaim, or creates one. */
    boolean hasClaim() {
        return claimed;
    }

    List<String> hostDevices() {
        return List.copyOf(devices);
    }

    void read(JsonScanner json, StringPool strings) throws IOException {
        clear();
        if (!json.enterArray()) {
            return;
        }
        while (json.nextElement()) {
            if (json.enterObject()) {
                readVolume(json, strings);
            }
        }
    }

    private void readVolume(JsonScanner json, StringPool strings) throws IOException {
        for (int field = json.nextField(VOLUME); field != JsonScanner.END; field = json.nextField(VOLUME)) {
            if (field == 2) {
                readHostPath(json, strings);
            } else if (json.enterObject()) {
                claimed = true;
                while (json.nextField(NONE) != JsonScanner.END) {
                    json.skipValue();
                }
            }
        }
    }

    private void readHostPath(JsonScanner json, StringPool strings) throws IOException {
        if (!json.enterObject()) {
            return;
        }
        while (json.nextField(HOST_PATH) != JsonScanner.END) {
            var path = json.readText(strings);
            boolean device = path.equals("/dev") || path.equals("/dev/")
                    || DEVICE_FILES.stream().anyMatch(path::startsWith);
            if (device && devices.size() < MOST_DEVICES) {
                devices.add(path);
            }
        }
    }
}
