package tessera.cluster.decode;

import java.io.IOException;
import java.util.Set;

/** A container of a pod's spec while it is being read. Used again and again. */
final class ContainerSpecDecoder implements RefillableJsonPartDecoder {

    private static final JsonFieldNameTable CONTAINER = JsonFieldNameTable.of("name", "restartPolicy", "resources",
            "env", "securityContext", "image");
    private static final JsonFieldNameTable POLICIES = JsonFieldNameTable.of("Always");
    private static final JsonFieldNameTable VARIABLE = JsonFieldNameTable.of("name", "value");
    private static final JsonFieldNameTable VISIBLE_DEVICES = JsonFieldNameTable.of("NVIDIA_VISIBLE_DEVICES");
    private static final JsonFieldNameTable SECURITY = JsonFieldNameTable.of("privileged");
    private static final Set<String> NO_DEVICES = Set.of("void", "none");

    String name = "";
    String image = "";
    /** Of an init container: whether it stays for the pod's whole life. */
    boolean stays;
    /** What {@code NVIDIA_VISIBLE_DEVICES} says; empty where it is not set, or shows no device. */
    String visibleDevices = "";
    /** Whether it is shown no device, whatever its image says. */
    boolean hidesDevices;
    boolean privileged;
    final ResourceRequirementsDecoder resources = new ResourceRequirementsDecoder();

    /** The {@code resources} of a container or pod, specified or observed. */
    static final class ResourceRequirementsDecoder {

        private static final JsonFieldNameTable RESOURCES = JsonFieldNameTable.of("requests", "limits");

        final ResourceAmountAccumulator requests = new ResourceAmountAccumulator();
        final ResourceAmountAccumulator limits = new ResourceAmountAccumulator();
        boolean present;

        void clear() {
            present = false;
            requests.clear();
            limits.clear();
        }

        void read(JsonScanner json, StringPool strings) throws IOException {
            clear();
            if (!json.enterObject()) {
                return;
            }
            present = true;
            for (int field = json.nextField(RESOURCES); field != JsonScanner.END; field = json.nextField(RESOURCES)) {
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
        hidesDevices = false;
        privileged = false;
        resources.clear();
        for (int field = json.nextField(CONTAINER); field != JsonScanner.END; field = json.nextField(CONTAINER)) {
            switch (field) {
                case 0 -> name = json.readText(strings);
                case 1 -> stays = json.readChoice(POLICIES) == 0;
                case 2 -> resources.read(json, strings);
                case 3 -> readEnvironment(json, strings);
                case 4 -> readSecurity(json);
                case 5 -> image = json.readText(strings);
            }
        }
    }

    private void readEnvironment(JsonScanner json, StringPool strings) throws IOException {
        visibleDevices = "";
        hidesDevices = false;
        if (!json.enterArray()) {
            return;
        }
        while (json.nextElement()) {
            if (json.enterObject()) {
                readVariable(json, strings);
            }
        }
    }

    /** Reads a variable; servers write the name before the value, and values of others are skipped as bytes. */
    private void readVariable(JsonScanner json, StringPool strings) throws IOException {
        boolean meant = false;
        for (int field = json.nextField(VARIABLE); field != JsonScanner.END; field = json.nextField(VARIABLE)) {
            if (field == 0) {
                meant = json.readChoice(VISIBLE_DEVICES) == 0;
            } else if (meant) {
                var devices = json.readText(strings);
                hidesDevices = NO_DEVICES.contains(devices);
                visibleDevices = hidesDevices ? "" : devices;
            } else {
                json.skipValue();
            }
        }
    }

    private void readSecurity(JsonScanner json) throws IOException {
        privileged = false;
        if (json.enterObject()) {
            while (json.nextField(SECURITY) != JsonScanner.END) {
                privileged = json.readFlag();
            }
        }
    }
}
