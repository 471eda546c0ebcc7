package tessera.cluster.decode;

import java.io.IOException;
import java.util.Set;

/** A container of a pod's specification while it is being read. Used again and again. */
final class ContainerDraft implements ObjectDraft {

    private static final FieldTable CONTAINER = FieldTable.of("name", "restartPolicy", "resources", "env",
            "securityContext", "image");
    private static final FieldTable POLICIES = FieldTable.of("Always");
    private static final FieldTable VARIABLE = FieldTable.of("name", "value");
    private static final FieldTable VISIBLE_DEVICES = FieldTable.of("NVIDIA_VISIBLE_DEVICES");
    private static final FieldTable SECURITY = FieldTable.of("privileged");
    private static final Set<String> NO_DEVICES = Set.of("void", "none");

    String name = "";
    String image = "";
    /** Of an init container: whether it stays for the pod's whole life. */
    boolean stays;
    /** What {@code NVIDIA_VISIBLE_DEVICES} says; empty where it is not set, or shows no device. */
    String visibleDevices = "";
    boolean privileged;
    final ResourceDraft resources = new ResourceDraft();

    /** The {@code resources} of something, specified or observed. */
    static final class ResourceDraft {

        private static final FieldTable RESOURCES = FieldTable.of("requests", "limits");

        final ResourceAccumulator requests = new ResourceAccumulator();
        final ResourceAccumulator limits = new ResourceAccumulator();
        boolean present;

        void clear() {
            present = false;
            requests.clear();
            limits.clear();
        }

        void read(JsonScanner json, StringPool strings) throws IOException {
            clear();
            if (!json.object()) {
                return;
            }
            present = true;
            for (int field = json.field(RESOURCES); field != JsonScanner.END; field = json.field(RESOURCES)) {
                switch (field) {
                    case 0 -> requests.read(json, strings);
                    case 1 -> limits.read(json, strings);
                }
            }
        }
    }

    /** Reads the container whose object was entered. */
    @Override
    public void read(JsonScanner json, StringPool strings) throws IOException {
        name = "";
        image = "";
        stays = false;
        visibleDevices = "";
        privileged = false;
        resources.clear();
        for (int field = json.field(CONTAINER); field != JsonScanner.END; field = json.field(CONTAINER)) {
            switch (field) {
                case 0 -> name = json.text(strings);
                case 1 -> stays = json.choice(POLICIES) == 0;
                case 2 -> resources.read(json, strings);
                case 3 -> environment(json, strings);
                case 4 -> security(json);
                case 5 -> image = json.text(strings);
            }
        }
    }

    private void environment(JsonScanner json, StringPool strings) throws IOException {
        visibleDevices = "";
        if (!json.array()) {
            return;
        }
        while (json.element()) {
            if (json.object()) {
                variable(json, strings);
            }
        }
    }

    /** Servers write the name before the value; of others the value is skipped as bytes. */
    private void variable(JsonScanner json, StringPool strings) throws IOException {
        boolean meant = false;
        for (int field = json.field(VARIABLE); field != JsonScanner.END; field = json.field(VARIABLE)) {
            if (field == 0) {
                meant = json.choice(VISIBLE_DEVICES) == 0;
            } else if (meant) {
                var devices = json.text(strings);
                visibleDevices = NO_DEVICES.contains(devices) ? "" : devices;
            } else {
                json.skip();
            }
        }
    }

    private void security(JsonScanner json) throws IOException {
        privileged = false;
        if (json.object()) {
            while (json.field(SECURITY) != JsonScanner.END) {
                privileged = json.flag();
            }
        }
    }
}
