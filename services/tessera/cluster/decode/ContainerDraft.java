package tessera.cluster.decode;

import java.io.IOException;
import java.util.Set;

/** A container of a pod's specification while it is being read. Used again and again. */
final class ContainerDraft implements Draft {

    private static final Fields CONTAINER = Fields.of("name", "restartPolicy", "resources", "env",
            "securityContext", "image");
    private static final Fields POLICIES = Fields.of("Always");
    private static final Fields VARIABLE = Fields.of("name", "value");
    private static final Fields VISIBLE_DEVICES = Fields.of("NVIDIA_VISIBLE_DEVICES");
    private static final Fields SECURITY = Fields.of("privileged");
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

        private static final Fields RESOURCES = Fields.of("requests", "limits");

        final Amounts requests = new Amounts();
        final Amounts limits = new Amounts();
        boolean present;

        void clear() {
            present = false;
            requests.clear();
            limits.clear();
        }

        void read(JsonScanner json, Strings strings) throws IOException {
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
    public void read(JsonScanner json, Strings strings) throws IOException {
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

    private void environment(JsonScanner json, Strings strings) throws IOException {
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
    private void variable(JsonScanner json, Strings strings) throws IOException {
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
